"""Play with people: one button seats those who want the same at one table, and starts it."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.people.models import Tie
from accounts.people.services.ties import tie_set
from games.matches.clock import database_now
from games.matches.models import Match, NoShow, Seat
from games.matches.services.match_start import match_call_off
from games.matches.services.search import search_due
from games.matches.services.sweep import sweep_deadlines
from games.matches.services.table_find import table_find
from games.matches.services.table_free import table_free_seat
from games.matches.services.table_seats import (
    table_add_bot,
    table_invite,
    table_sit,
    table_stand,
)
from tests.support.tables import (
    make_ready,
    make_table,
    make_user,
    pass_deadline,
    refused,
    sit_down,
)

pytestmark = pytest.mark.django_db
GAME = "deadline_99"
DUEL = "death_frontline"


def find(user: Any, game: str = GAME, length: str = "quick") -> Match:
    """Press the button."""
    return table_find(user=user, game=game, length=length)


def people(count: int) -> list[Any]:
    """Return so many people."""
    return [make_user(f"person{number}") for number in range(count)]


def names(match: Match) -> list[str]:
    """Return who sits at a table, by seat; "" for a free one."""
    return list(match.seats.order_by("number").values_list("name", flat=True))


def seconds_left(match: Match) -> float:
    """Return how long until something happens at a table."""
    match.refresh_from_db()
    assert match.deadline_at is not None
    return (match.deadline_at - database_now()).total_seconds()


def due(match: Match) -> Match:
    """Let the deadline of a search pass; return what becomes of it."""
    pass_deadline(match)
    search_due(code=match.code)
    match.refresh_from_db()
    return match


def test_all_who_press_meet_at_one_table_and_the_fifth_opens_another() -> None:
    tables = [find(user).code for user in people(5)]
    assert len(set(tables[:4])) == 1
    assert tables[4] != tables[0]
    first = Match.objects.get(code=tables[0])
    assert names(first) == [f"person{number}" for number in range(4)]
    assert (first.is_search, first.rated, first.visibility) == (True, True, "public")


def test_games_and_lengths_are_kept_apart() -> None:
    ada, bo, cy, di = people(4)
    codes = {find(ada).code, find(bo, DUEL).code, find(cy, DUEL, "printed").code}
    assert len(codes) == 3
    assert find(di, DUEL).code in codes


@pytest.mark.parametrize("length", ["endless", ""])
def test_an_unknown_length_is_refused(length: str) -> None:
    with refused("no_such_length"):
        find(make_user("ada"), GAME, length)
    assert not Match.objects.exists()


def test_an_unknown_game_is_refused() -> None:
    with refused("unknown_game"):
        find(make_user("ada"), "chess")


def test_pressing_again_stays_at_the_table_and_pressing_for_another_leaves_it() -> None:
    ada, bo = people(2)
    first = find(ada)
    find(bo)
    assert find(ada).code == first.code
    other = find(ada, DUEL)
    assert names(first) == ["", "person1", "", ""]
    assert Seat.objects.get(user=ada).match == other
    with refused("already_searching"):
        table_sit(code=first.code, user=ada)


def test_a_search_that_is_about_to_begin_is_not_left() -> None:
    ada, bo = people(2)
    match = find(ada, DUEL)
    find(bo, DUEL)
    make_ready(match, ada, bo)
    assert find(ada).code == match.code
    assert Seat.objects.filter(user=ada).count() == 1


@pytest.mark.parametrize("blocker", [0, 1])
def test_people_with_a_block_between_them_never_meet(blocker: int) -> None:
    two = people(2)
    first = find(two[0])
    tie_set(owner=two[blocker], other=two[1 - blocker], kind=Tie.Kind.BLOCK, on=True)
    assert find(two[1]).code != first.code
    table_stand(code=Match.objects.exclude(pk=first.pk).get().code, user=two[1])
    with refused("blocked"):
        table_sit(code=first.code, user=two[1])


def test_the_fullest_table_comes_first() -> None:
    users = people(4)
    tie_set(owner=users[0], other=users[1], kind=Tie.Kind.BLOCK, on=True)
    lonely = find(users[0])
    fuller = find(users[1])
    table_sit(code=fuller.code, user=users[2])
    assert find(users[3]).code == fuller.code != lonely.code


def test_it_takes_the_last_seat_at_a_fitting_table_where_all_others_are_ready() -> None:
    ada, bo, cy = people(3)
    match = make_table(ada, game=DUEL, seats=2, length="quick", rated=True)
    assert find(bo, DUEL).code != match.code  # ada may still wait for somebody
    make_ready(match, ada)
    assert find(cy, DUEL).code != match.code  # with bo, who has waited as long
    find(bo)  # gives up
    Match.objects.filter(is_search=True).update(status=Match.Status.CLOSED)
    assert find(bo, DUEL).code == match.code
    assert find(bo, DUEL).code == match.code
    assert Seat.objects.filter(user=bo, match__status="open").count() == 1


@pytest.mark.parametrize(
    "terms",
    [
        {"length": "printed", "rated": True},
        {"length": "quick", "rated": False},
        {"length": "quick", "rated": True, "visibility": "unlisted"},
        {"length": "quick", "rated": True, "turn_seconds": 15},
        {"length": "quick", "rated": True, "steady_only": True},
    ],
)
def test_tables_on_other_terms_do_not_fit(terms: dict[str, Any]) -> None:
    ada, bo = people(2)
    match = make_table(ada, game=DUEL, seats=2, **terms)
    make_ready(match, ada)
    assert find(bo, DUEL).code != match.code


def test_nobody_owns_a_search() -> None:
    ada, bo = people(2)
    match = find(ada)
    find(bo)
    for verb in (
        lambda: table_add_bot(code=match.code, user=ada, bot="novice"),
        lambda: table_free_seat(code=match.code, user=ada, number=1),
        lambda: table_invite(code=match.code, user=ada, username="person1"),
    ):
        with refused("not_owner"):
            verb()


def test_after_twenty_seconds_bots_fill_it_and_the_match_is_casual() -> None:
    ada = make_user("ada")
    match = find(ada)
    assert 19 < seconds_left(match) <= 20
    due(match)
    assert [seat.bot for seat in match.seats.order_by("number")] == ["", "casual", "club", "casual"]
    assert match.status == Match.Status.OPEN
    assert 14 < seconds_left(match) <= 15
    sit_down(match, ada)
    assert (match.status, match.rated) == (Match.Status.RUNNING, False)


def test_with_people_only_it_is_rated() -> None:
    users = people(4)
    match = [find(user) for user in users][0]
    sit_down(match, *users)
    assert (match.status, match.rated) == (Match.Status.RUNNING, True)


def test_whoever_misses_the_ready_check_is_put_back_and_the_others_keep_their_places() -> None:
    users = people(4)
    match = [find(user) for user in users][0]
    assert 14 < seconds_left(match) <= 15
    make_ready(match, users[0], users[2])
    due(match)
    assert names(match) == ["person0", "", "person2", ""]
    assert 19 < seconds_left(match) <= 20
    ready = match.seats.exclude(seat_commitment="").values_list("number", flat=True)
    assert sorted(ready) == [0, 2]
    told = [user.notices.values_list("kind", flat=True).first() for user in users]
    assert told == [None, "table", None, "table"]
    assert find(users[1]).code == match.code


def test_a_check_that_all_miss_closes_the_table() -> None:
    users = people(2)
    match = [find(user, DUEL) for user in users][0]
    assert due(match).status == Match.Status.CLOSED
    assert match.deadline_at is None


def test_who_gets_ready_but_never_reveals_is_put_back_too() -> None:
    ada, bo = people(2)
    match = find(ada, DUEL)
    find(bo, DUEL)
    make_ready(match, ada, bo)
    match.refresh_from_db()
    assert 14 < seconds_left(match) <= 15
    Seat.objects.filter(user=ada).update(contribution="contribution of person0")
    pass_deadline(match)
    match_call_off(code=match.code)
    match.refresh_from_db()
    assert (match.status, names(match)) == ("open", ["person0", ""])
    assert 19 < seconds_left(match) <= 20
    assert NoShow.objects.get().user == bo


def test_leaving_does_not_prolong_a_search_but_restarts_a_full_one() -> None:
    users = people(4)
    match = find(users[0])
    find(users[1])
    Match.objects.update(deadline_at=database_now())
    table_stand(code=match.code, user=users[1])
    assert seconds_left(match) <= 0
    for user in users[1:]:
        find(user)
    table_stand(code=match.code, user=users[3])
    assert 19 < seconds_left(match) <= 20


def test_a_bot_comes_right_away_where_bots_have_joined_and_nobody_new_is_sent_there() -> None:
    ada, bo, cy = people(3)
    match = find(ada)
    find(bo)
    due(match)
    table_stand(code=match.code, user=bo)
    assert seconds_left(match) <= 0
    assert find(cy).code != match.code
    assert due(match).seats.exclude(bot="").count() == 3


def test_who_is_away_loses_the_seat_before_bots_join() -> None:
    ada, bo = people(2)
    match = find(ada)
    find(bo)
    Seat.objects.filter(user=bo).update(is_away=True)
    due(match)
    assert names(match)[0] == "person0"
    assert not Seat.objects.filter(user=bo).exists()
    Seat.objects.filter(user=ada).update(is_away=True)
    assert due(match).status == Match.Status.CLOSED


def test_the_sweep_moves_searches() -> None:
    match = find(make_user("ada"))
    pass_deadline(match)
    assert sweep_deadlines() == 1
    assert match.seats.exclude(bot="").count() == 3


def test_nothing_is_due_before_its_time() -> None:
    match = find(make_user("ada"))
    search_due(code=match.code)
    assert names(match) == ["ada", "", "", ""]
