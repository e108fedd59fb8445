"""Kibitz TV: which match is on air, for whom, and what never is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.matches.models import Match
from games.matches.tv import best_first
from replays.models import Analysis
from replays.tv import best_moments
from tests.ratings.factories import ended
from tests.replays.factories import person, sample, stored_match
from tests.support.clubs import make_club
from tests.support.tables import make_running, make_user

pytestmark = pytest.mark.django_db
ANYBODY = AnonymousUser()
WIDE = {"from": 11, "ply": 12, "seat": 0, "before": 90, "after": 10, "events": []}
NARROW = {**WIDE, "before": 40, "after": 60}


def codes(*, user: Any = ANYBODY, game: str = "") -> list[str]:
    return [match.code for match in best_first(user, game)]


def on_air(client: Client, query: str = "") -> str:
    """Return what the page of all games shows."""
    return client.get(f"{reverse('tv:all')}{query}").content.decode()


def analysed(match: Match, *turns: dict[str, Any]) -> Match:
    moments = {"turns": list(turns), "falls": {}}
    Analysis.objects.create(match=match, method=2, state="done", due_at=None, moments=moments)
    return match


def test_people_come_before_bots_and_the_better_rated_before_others() -> None:
    strong, weak, *others = (make_user(name) for name in ("ada", "bo", "cho", "dee", "eve", "fay"))
    for after in range(3):
        for winner, loser in ((strong, others[0]), (others[1], weak), (strong, weak)):
            ended(winner.pk, loser.pk, after=after)
        ended(others[1].pk, others[0].pk, after=after)
    best = make_running(strong, others[1])
    unlucky = make_running(weak, others[0])
    beside_a_bot = make_running(others[2], bots=["novice"])
    assert codes() == [best.code, unlucky.code, beside_a_bot.code]


@pytest.mark.parametrize(("game", "number"), [("death_frontline", 0), ("zombie_rummy", 1)])
def test_of_matches_of_equals_the_closer_one_is_on_air(game: str, number: int) -> None:
    late = len(sample(game, number)[1]) - 2
    level = stored_match(game, number, users={0: person()}, plies=0)
    decided = stored_match(game, number, users={0: person()}, plies=late)
    assert codes() == [level.code, decided.code]


@pytest.mark.parametrize(
    "change",
    [
        {"visibility": "unlisted"},
        {"visibility": "private"},
        {"turn_seconds": 86400},
        {"paused_at": timezone.now()},
    ],
)
def test_nothing_is_on_air_that_is_not_public_and_lively(change: dict[str, Any]) -> None:
    match = make_running(make_user("ada"), make_user("bo"))
    assert codes() == [match.code]
    Match.objects.filter(pk=match.pk).update(**change)
    assert codes() == []


def test_no_clubs_match_is_on_air_and_nobody_watches_their_own() -> None:
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo)
    assert codes(user=ada) == []
    assert codes(user=make_user("cho")) == [match.code]
    Match.objects.filter(pk=match.pk).update(club=make_club(ada))
    assert codes() == []


def test_a_match_stays_on_air_until_it_has_ended(client: Client) -> None:
    first = make_running(make_user("ada"), bots=["novice"])
    assert f"/matches/{first.code}/frame/" in on_air(client)
    better = make_running(make_user("bo"), make_user("cho"))
    assert f"/matches/{first.code}/frame/" in on_air(client, f"?now={first.code}")
    ending = {"status": "finished", "finished_at": timezone.now()}
    Match.objects.filter(pk=first.pk).update(**ending)
    assert f"/replays/{first.code}/embed/" in on_air(client, f"?now={first.code}")
    Match.objects.filter(pk=first.pk).update(finished_at=timezone.now() - timedelta(minutes=1))
    assert f"/matches/{better.code}/frame/" in on_air(client, f"?now={first.code}")
    assert client.get("/tv/?now=%00").status_code == 200
    assert client.get("/tv/chess/").status_code == 404


def test_when_nobody_plays_a_replay_is_on_air(client: Client) -> None:
    assert "No one is playing right now" in on_air(client)
    match = stored_match("deadline_99", 0)
    assert f"/replays/{match.code}/embed/" in on_air(client)


def test_the_widest_moments_of_the_last_day_are_told_those_of_people_first(client: Client) -> None:
    now = timezone.now()
    bots = analysed(stored_match("deadline_99", 0, finished_at=now), WIDE)
    ours = analysed(stored_match("deadline_99", 1, users={0: person()}, finished_at=now), NARROW)
    wide = analysed(stored_match("zombie_rummy", 0, users={0: person()}, finished_at=now), WIDE)
    analysed(stored_match("deadline_99", 2, finished_at=now - timedelta(days=2)), WIDE)
    analysed(stored_match("deadline_99", 3, finished_at=now))
    hidden = stored_match("deadline_99", 4, finished_at=now, embargo_until=now + timedelta(days=1))
    analysed(hidden, WIDE)
    analysed(stored_match("deadline_99", 5, finished_at=now, visibility="unlisted"), WIDE)
    found = best_moments(ANYBODY)
    assert [one["listed"].match for one in found] == [wide, ours, bots]
    assert [one["listed"].match for one in best_moments(ANYBODY, "deadline_99")] == [ours, bots]
    page = on_air(client)
    assert f"/replays/{wide.code}/?ply=11" in page
    assert hidden.code not in page


def test_programs_are_told_what_is_on_air(client: Client) -> None:
    match = make_running(make_user("ada"), make_user("bo"))
    told = {one["game"]: one["on_air"] for one in client.get("/api/v1/tv").json()}
    assert told["deadline_99"]["match"] == match.code
    assert told["zombie_rummy"] is None
