"""Playing the same deal again, and how others did with it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from games.engine.viewer import OPEN_TABLE
from games.matches.models import Match
from replays.forks import BEST, same_deals
from replays.models import Fork
from tests.replays.factories import person, stored_match
from tests.replays.forking import again, play_to_the_end, view_of
from tests.replays.talking import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_has_forked")]


def test_the_same_deal_is_the_same_deal() -> None:
    ada, source = person(), stored_match("deadline_99", 2)
    practice = again(source, ada, 1)
    assert view_of(practice, 0, OPEN_TABLE) == view_of(source, 0, OPEN_TABLE)
    assert practice.ply == 0
    assert practice.chance_operation == 2  # roles and pack; the next shuffle is the source's next


def test_results_of_the_same_deal_are_compared() -> None:
    ada, source = person("Ada"), stored_match("deadline_99", 2)
    practice = play_to_the_end(again(source, ada, 1), ada)
    page = Client().get(f"/replays/{source.code}/?open=1").content.decode()
    assert f'href="/replays/{practice.code}/">Ada</a>' in page
    assert practice.code not in Client().get(f"/replays/{source.code}/").content.decode()


def test_of_those_who_played_the_same_deal_the_best_of_each_seat_are_shown() -> None:
    source = stored_match("deadline_99", 2)
    for seat in (0, 1):
        same_deal_played(source, seat, ranks=[*range(40, 20, -1), 1, 2])
    deals = same_deals(source, ("a", "b"), AnonymousUser())
    found = [deal for deal in deals if source.code not in deal.url]
    assert [deal.seat_name for deal in found] == ["a"] * BEST + ["b"] * BEST
    assert [deal.rank for deal in found[:BEST]] == [1, 2, *range(21, 39)]
    page = Client().get(f"/replays/{source.code}/?open=1").content.decode()
    assert "Showing the best 20 results per seat." in page


def test_a_game_of_the_deal_that_is_not_over_is_not_compared() -> None:
    ada, source = person(), stored_match("deadline_99", 2)
    again(source, ada, 1)
    assert same_deals(source, ("a", "b"), ada) == []


def test_what_was_played_while_the_original_was_hidden_is_compared_for_its_player_alone() -> None:
    ada, bo = person("Ada"), person("Bo")
    later = timezone.now() + timedelta(hours=1)
    source = stored_match("deadline_99", 2, users={0: ada}, embargo_until=later)
    practice = play_to_the_end(again(source, ada, 1), ada)
    Match.objects.filter(pk=source.pk).update(embargo_until=None)
    for reader, is_shown in ((signed_in(ada), True), (signed_in(bo), False), (Client(), False)):
        page = reader.get(f"/replays/{source.code}/?open=1").content.decode()
        assert (f"/replays/{practice.code}/" in page) is is_shown
        assert ("Played by" in page) is is_shown


def test_who_played_the_same_deal_is_read_at_once(django_assert_num_queries: Any) -> None:
    source = stored_match("deadline_99", 2)
    same_deal_played(source, 1, ranks=[2, 1, 2])
    with django_assert_num_queries(2):  # those who played it, and the seats of the original
        found = same_deals(source, ("a", "b"), AnonymousUser())
    assert len(found) == 4


def same_deal_played(source: Match, seat: int, ranks: list[int]) -> None:
    """Store practice matches with a match's deal, in which a seat had these ranks."""
    for rank in ranks:
        match = Match.objects.create(
            game=source.game, ruleset=source.ruleset, options={}, seat_count=2, practice=True,
            status=Match.Status.FINISHED,
        )  # fmt: skip
        match.seats.create(number=seat, name="somebody", rank=rank)
        match.seats.create(number=1 - seat, name="a bot", bot="novice", rank=50)
        Fork.objects.create(match=match, source=source, ply=0, seat=seat, same_deal=True)


def test_the_deal_of_rules_that_are_gone_cannot_be_played_again() -> None:
    source = stored_match(ruleset=99)
    answer = signed_in(person()).post(f"/replays/{source.code}/again", {"seat": 0})
    assert answer.status_code == 410
