"""The numbers follow from the log alone: rebuilt they are the same to the last digit."""

from __future__ import annotations

import io
import random

import pytest
from django.core.management import CommandError, call_command

from games.ratings.log import Team
from games.ratings.models import Ladder, PairStanding, RatingChange, RatingCorrection, Standing
from games.ratings.services import ladders
from games.ratings.services.rating_correct import correction_undo, rating_replace, ratings_void
from games.ratings.services.ratings_rebuild import ladder_check
from tests.ratings.factories import cached, ended, ladder, people, rebuilt


def _matches(made: RatingCorrection) -> list[str]:
    return list(made.lines.values_list("match", flat=True))


def a_busy_year(seed: int) -> None:
    """Log sixty matches over two seasons: late ones, corrections, sides, unrated ones.

    Some are a club's, whose events of the season before end when the next has begun.
    """
    dice = random.Random(seed)
    ids = people(8)
    lines = []
    for _ in range(60):
        players = dice.sample(ids, dice.choice([2, 2, 3, 5]))
        after = dice.randrange(60 * 24 * 150)
        if len(players) == 5:
            teams = (
                Team(tuple(players[:2]), 1, "red"),
                Team(tuple(players[2:4]), 2, "black"),
                Team((players[4],), dice.choice([1, 2]), "free"),
            )
            lines.append(ended(after=after, mode="factions", kind="group", teams=teams))
        else:
            why = dice.choice(["", "", "", "casual"])
            club = {"club": "club:1", "club_season": dice.choice(["s00000001", "s00000002"])}
            lines.append(ended(*players, after=after, why=why, **dice.choice([{}, club])))
    counting = [line.match for line in lines if not line.why]
    made = ratings_void(matches=dice.sample(counting, 4), reason="test")
    ratings_void(matches=dice.sample(sorted({*counting} - {*_matches(made)}), 2), reason="test")
    correction_undo(correction=made, reason="test")
    for line in dice.sample([one for one in lines if one.kind == "ffa"], 4):
        others = tuple(Team((one,), rank) for rank, one in enumerate(reversed(line.players), 1))
        rating_replace(match=line.match, teams=others, note="test")


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_a_rebuild_gives_what_match_after_match_gave_to_the_last_digit(seed: int) -> None:
    a_busy_year(seed)
    grown = cached()
    assert rebuilt() == grown
    assert rebuilt() == grown


@pytest.mark.django_db
def test_matches_taken_in_as_they_end_give_what_a_rebuild_gives_for_sides_too() -> None:
    a, b, c, d, e = people(5)
    for number in range(6):
        red, black, free = ((1, 2, 2), (2, 1, 1), (2, 2, 1))[number % 3]
        teams = (Team((a, b), red, "red"), Team((c, d), black, "black"), Team((e,), free, "free"))
        ended(after=number * 60 * 24 * 20, mode="factions", kind="group", teams=teams)
    grown = cached()
    assert rebuilt() == grown


@pytest.mark.django_db
def test_snapshots_change_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladders, "SNAPSHOT_EVERY", 5)
    a_busy_year(1)
    grown = cached()
    assert ladder().snapshots.exists()
    monkeypatch.setattr(ladders, "SNAPSHOT_EVERY", 1000)
    assert rebuilt() == grown
    assert not ladder().snapshots.exists()


@pytest.mark.django_db
def test_a_rebuild_mends_what_was_damaged() -> None:
    a_busy_year(2)
    grown = cached()
    Standing.objects.filter(ladder=ladder()).update(mu=99)
    RatingChange.objects.all().delete()
    PairStanding.objects.filter(ladder=ladder()).update(to_first=9)
    assert rebuilt() == grown


@pytest.mark.django_db
def test_the_command_says_what_it_rebuilt() -> None:
    ended(*people(2))
    said = io.StringIO()
    call_command("rebuild_ratings", stdout=said)
    assert "site/deadline_99/survivor/all: 1 matches" in said.getvalue()


@pytest.mark.django_db(transaction=True)
def test_the_check_finds_a_ladder_that_differs_and_changes_nothing() -> None:
    ada, bo = people(2)
    ended(ada, bo)
    said = io.StringIO()
    call_command("rebuild_ratings", "--check", stdout=said)
    assert "DIFFER" not in said.getvalue()
    Standing.objects.filter(ladder=ladder(), player=ada).update(mu=99)
    with pytest.raises(CommandError):
        call_command("rebuild_ratings", "--check", stdout=said)
    assert ladder().standings.get(player=ada).mu == 99


@pytest.mark.django_db(transaction=True)
def test_the_nightly_job_reports_a_difference_once_a_day(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ada, bo = people(2)
    ended(ada, bo)
    Standing.objects.filter(ladder=ladder(), player=ada).update(mu=99)
    checked = [ladder_check() for _ in range(Ladder.objects.count())]
    assert set(checked) == set(Ladder.objects.all())
    assert [record.getMessage() for record in caplog.records] == ["ladder differs from its log"]
    assert ladder_check() is None
