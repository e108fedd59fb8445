"""A finished match enters its ladders once, in the order in which matches ended."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from games.ratings.display import shown
from games.ratings.log import Team
from games.ratings.models import Ladder, RatingChange, RatingLog, SideStanding, Standing
from games.ratings.pages import site_season_label
from games.ratings.services.rating_apply import FinishedMatch, rating_apply, site_season
from tests.ratings.factories import NOW, cached, ended, ladder, people, rebuilt

pytestmark = pytest.mark.django_db


def test_a_duel_moves_both_by_31_points() -> None:
    ada, bo = people(2)
    ended(ada, bo)
    ratings = {one.player_id: shown(one.mu) for one in ladder().standings.all()}
    assert ratings == {ada: 1531, bo: 1469}


def test_a_match_enters_the_all_time_ladder_and_the_seasons() -> None:
    ended(*people(2))
    assert {str(one) for one in Ladder.objects.all()} == {
        "site/deadline_99/survivor/all",
        "site/deadline_99/survivor/2026-q2",
    }


def test_a_clubs_match_enters_its_ladders_too_and_starts_there_from_nothing() -> None:
    ada, bo = people(2)
    ended(ada, bo)
    ended(ada, bo, after=1, club="club:7", club_season="2026-spring")
    club = ladder(owner="club:7").standings.get(player=ada)
    assert (club.matches, shown(club.mu)) == (1, 1531)
    assert ladder(owner="club:7", season="2026-spring").matches == 1
    assert ladder().standings.get(player=ada).matches == 2


def test_modes_have_ladders_of_their_own() -> None:
    ada, bo = people(2)
    ended(ada, bo)
    ended(bo, ada, after=1, mode="other")
    assert ladder().standings.get(player=ada).matches == 1
    assert ladder(mode="other").standings.get(player=ada).matches == 1


def test_applying_a_match_again_changes_nothing() -> None:
    ada, bo = people(2)
    finished = FinishedMatch(
        "again", "deadline_99", "survivor", NOW, "ffa", (Team((ada,), 1), Team((bo,), 2))
    )
    first = rating_apply(finished)
    before = cached()
    assert rating_apply(finished) == first
    assert cached() == before
    assert RatingLog.objects.count() == 1


def test_an_unrated_match_is_logged_and_enters_no_ladder() -> None:
    line = ended(*people(2), why="casual")
    assert line.why == "casual"
    assert not Ladder.objects.exists()


def test_matches_that_arrive_late_are_rated_in_the_order_in_which_they_ended() -> None:
    ada, bo, chen = people(3)
    ended(ada, bo, after=1)
    ended(bo, chen, after=3)
    ended(chen, ada, after=2)
    assert cached() == rebuilt()
    newest = ladder().changes.order_by("-finished_at")[0]
    assert (ladder().last_at, ladder().matches) == (newest.finished_at, 3)


def test_a_match_changes_nobody_who_did_not_play() -> None:
    ada, bo, chen, dora = people(4)
    ended(ada, bo)
    before = ladder().standings.get(player=bo)
    ended(chen, dora, after=60 * 24)
    after = ladder().standings.get(player=bo)
    assert (before.mu, before.sigma, before.last_at) == (after.mu, after.sigma, after.last_at)


def test_a_side_learns_how_strong_it_is() -> None:
    ids = people(5)
    teams = (
        Team(tuple(ids[:2]), 1, "red"),
        Team(tuple(ids[2:4]), 2, "black"),
        Team((ids[4],), 2, "free"),
    )
    ended(mode="factions", kind="group", teams=teams)
    sides = {one.side: one for one in SideStanding.objects.filter(ladder__season="all")}
    assert set(sides) == {"red", "black", "free"}
    assert {one.players for one in sides.values()} == {5}
    assert sides["red"].mu > 25 > sides["black"].mu
    assert RatingChange.objects.filter(ladder__season="all").count() == 5


def test_the_database_refuses_to_change_the_log() -> None:
    line = ended(*people(2))
    with pytest.raises(IntegrityError), transaction.atomic():
        RatingLog.objects.filter(pk=line.pk).update(why="casual")
    with pytest.raises(IntegrityError), transaction.atomic():
        line.delete()


def test_the_database_refuses_a_second_first_row_of_a_match() -> None:
    line = ended(*people(2))
    line.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        line.save(force_insert=True)


def test_ratings_outlive_a_person_who_is_deleted() -> None:
    ada, bo = people(2)
    ended(ada, bo)
    Standing.objects.get(ladder=ladder(), player=bo).player.delete()
    assert ladder().standings.filter(player=bo).exists()
    ended(ada, people(1)[0], after=1)


@pytest.mark.parametrize(
    ("moment", "season"),
    [
        (datetime(2026, 1, 1, tzinfo=UTC), "2026-q1"),
        (datetime(2026, 3, 31, 23, 59, 59, 999_999, tzinfo=UTC), "2026-q1"),
        (datetime(2026, 4, 1, tzinfo=UTC), "2026-q2"),
        (datetime(2026, 12, 31, tzinfo=UTC), "2026-q4"),
    ],
)
def test_the_sites_seasons_are_quarters_of_the_year(moment: datetime, season: str) -> None:
    assert site_season(moment) == season
    assert site_season_label(season) == f"Season {season[-1]} of {season[:4]}"


def test_other_keys_are_no_seasons_of_the_site() -> None:
    assert site_season_label("spring") == "spring"
