"""Corrections are new rows; the ladders say what they say."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from games.ratings.display import shown
from games.ratings.log import Team
from games.ratings.models import RatingLog
from games.ratings.refusals import CorrectionRefused
from games.ratings.services.rating_correct import rating_replace, ratings_void
from tests.ratings.factories import ended, ladder, people

pytestmark = pytest.mark.django_db


def ratings() -> dict[int, int]:
    return {one.player_id: shown(one.mu) for one in ladder().standings.all()}


def test_a_voided_match_counts_for_nobody_and_stays_in_the_log() -> None:
    ada, bo = people(2)
    line = ended(ada, bo)
    ratings_void(matches=[line.match], reason="bo was away")
    assert ratings() == {}
    assert ladder().matches == 0
    assert RatingLog.objects.filter(match=line.match).count() == 2


def test_a_replaced_result_counts_instead() -> None:
    ada, bo = people(2)
    line = ended(ada, bo)
    rating_replace(match=line.match, teams=(Team((bo,), 1), Team((ada,), 2)), note="ruling")
    assert ratings() == {bo: 1531, ada: 1469}
    assert ladder().changes.count() == 2


def test_what_came_after_is_rated_anew() -> None:
    ada, bo, chen = people(3)
    line = ended(ada, bo)
    ended(ada, chen, after=1)
    ratings_void(matches=[line.match], reason="test")
    assert ratings() == {ada: 1531, chen: 1469}


def test_a_correction_can_be_corrected() -> None:
    ada, bo = people(2)
    line = ended(ada, bo)
    ratings_void(matches=[line.match], reason="by mistake")
    rating_replace(match=line.match, teams=(Team((ada,), 1), Team((bo,), 2)), note="restored")
    assert ratings() == {ada: 1531, bo: 1469}


def test_an_unrated_match_can_be_made_to_count() -> None:
    ada, bo = people(2)
    line = ended(ada, bo, why="casual")
    rating_replace(match=line.match, teams=(Team((ada,), 1), Team((bo,), 2)), note="ruling")
    assert ratings() == {ada: 1531, bo: 1469}


def test_what_was_never_logged_cannot_be_corrected() -> None:
    with pytest.raises(CorrectionRefused):
        ratings_void(matches=["nothere"], reason="test")


def test_the_command_voids_a_match_and_ranks_it_anew() -> None:
    ada, bo = people(2)
    line = ended(ada, bo)
    call_command("correct_rating", line.match, note="bo was away")
    assert ratings() == {}
    call_command("correct_rating", line.match, note="bo was there, and won", ranks=[2, 1])
    assert ratings() == {bo: 1531, ada: 1469}
    notes = RatingLog.objects.filter(match=line.match).order_by("pk").values_list("note", flat=True)
    assert list(notes)[1:] == ["bo was away", "bo was there, and won"]


@pytest.mark.parametrize("ranks", [[1], [1, 2, 3], [0, 1]])
def test_ranks_that_do_not_fit_change_nothing(ranks: list[int]) -> None:
    ada, bo = people(2)
    line = ended(ada, bo)
    with pytest.raises(CommandError, match="each of 2 teams"):
        call_command("correct_rating", line.match, note="?", ranks=ranks)
    with pytest.raises(CommandError, match="no such match"):
        call_command("correct_rating", "nothere", note="?", ranks=ranks)
    assert ratings() == {ada: 1531, bo: 1469}
