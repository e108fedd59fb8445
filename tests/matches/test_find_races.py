"""Many press the button in the same moment: each has one seat, and no table is half empty."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import pytest

from games.matches.models import Match, Seat
from games.matches.services.search import search_due
from games.matches.services.table_find import table_find
from games.matches.services.table_seats import table_sit, table_stand
from tests.support.races import at_once
from tests.support.tables import make_user, pass_deadline

pytestmark = pytest.mark.django_db(transaction=True)
DUEL, FOUR = "death_frontline", "deadline_99"


def press(user: Any, game: str = FOUR) -> Any:
    """Return what presses the button for somebody."""
    return partial(table_find, user=user, game=game)


def people(count: int) -> list[Any]:
    """Return so many people."""
    return [make_user(f"person{number}") for number in range(count)]


def seated() -> list[int]:
    """Return how many people sit at each table that is not closed."""
    tables = Seat.objects.filter(user__isnull=False).exclude(match__status="closed")
    return sorted(Counter(tables.values_list("match", flat=True)).values())


def test_all_who_press_at_once_fill_tables_without_a_gap() -> None:
    users = people(22)
    assert Counter(at_once([press(user) for user in users])) == {"done": 22}
    assert seated() == [2, 4, 4, 4, 4, 4]
    assert Seat.objects.filter(user__isnull=False).values("user").distinct().count() == 22


def test_somebody_who_presses_in_many_tabs_has_one_seat() -> None:
    ada, bo = people(2)
    presses = [press(user, game) for user in (ada, bo) for game in (FOUR, DUEL) * 3]
    assert Counter(at_once(presses)) == {"done": 12}
    assert Seat.objects.filter(user=ada).count() == 1
    assert Seat.objects.filter(user=bo).count() == 1


def test_a_seat_taken_from_the_lobby_meanwhile_and_a_leaver_cost_nobody_theirs() -> None:
    users = people(12)
    first = table_find(user=users[0], game=FOUR)
    table_sit(code=first.code, user=users[1])
    presses = [press(user) for user in users[3:]]
    others = [
        partial(table_sit, code=first.code, user=users[2]),
        partial(table_stand, code=first.code, user=users[1]),
    ]
    ended = Counter(at_once([*others, *presses]))
    assert ended["done"] >= 10
    assert set(ended) <= {"done", "seat_taken"}  # the lobby's table may have been full
    found = Seat.objects.filter(user__in=users[3:]).values_list("user", flat=True)
    assert sorted(found) == sorted(user.pk for user in users[3:])
    assert max(seated()) <= 4


def test_bots_join_once_whoever_sweeps_and_whoever_comes_meanwhile() -> None:
    ada, bo = people(2)
    match = table_find(user=ada, game=FOUR)
    pass_deadline(match)
    at_once([partial(search_due, code=match.code), press(bo), partial(search_due, code=match.code)])
    tables = {seat.match_id for seat in Seat.objects.filter(user__in=[ada, bo])}
    for table in Match.objects.filter(pk__in=tables):
        bots = table.seats.exclude(bot="").count()
        people_there = table.seats.filter(user__isnull=False).count()
        assert (bots, people_there) in {(3, 1), (2, 2), (0, 1)}
