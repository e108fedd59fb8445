"""What time decides: answers and matches that don't come, and players without matches."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.challenges.models import Challenge
from games.challenges.services.ladder import ladder_edit
from games.challenges.services.places import rung_away
from games.challenges.services.results import result_take, sweep_challenges, sweep_idle
from games.matches.models import Heartbeat, NoShow
from games.matches.services.outage import outage_credit
from games.matches.services.table_free import match_call_off_for_good
from tests.support.challenges import (
    accepted,
    challenged,
    days_pass,
    kinds,
    overdue,
    places,
    play,
    rung,
)
from tests.support.tables import make_ready, sit_down

pytestmark = pytest.mark.django_db
after_commit = pytest.mark.django_db(transaction=True)
AS_THEY_JOINED = ["ada", "bo", "chen", "dora", "emil"]


@pytest.fixture(autouse=True)
def site_is_up():
    outage_credit()


def status_of(challenge: Challenge) -> str:
    challenge.refresh_from_db()
    return challenge.status


def test_no_answer_counts_as_declining(ladder, people):
    first = challenged(ladder, people["chen"], people["bo"])
    sweep_challenges()
    assert status_of(first) == "open"
    overdue(first)
    sweep_challenges()
    assert status_of(first) == "expired"
    assert places(ladder) == AS_THEY_JOINED
    second = challenged(ladder, people["dora"], people["bo"])
    overdue(second)
    sweep_challenges()
    assert status_of(second) == "expired"
    assert places(ladder) == ["ada", "dora", "bo", "chen", "emil"]


def test_soon_after_an_outage_nobody_loses_by_time(ladder, people):
    challenge = challenged(ladder, people["chen"], people["bo"])
    overdue(challenge)
    Heartbeat.objects.update(back_at=timezone.now())
    sweep_challenges()
    assert status_of(challenge) == "open"


def test_who_is_ready_when_time_is_up_wins_by_default(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    make_ready(challenge.match, people["chen"])
    overdue(challenge)
    sweep_challenges()
    assert status_of(challenge) == "forfeited"
    assert challenge.winner == people["chen"]
    assert places(ladder) == ["ada", "chen", "bo", "dora", "emil"]


def test_who_failed_a_start_loses_to_who_did_not(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    NoShow.objects.create(match=challenge.match, user=people["bo"])
    overdue(challenge)
    sweep_challenges()
    assert status_of(challenge) == "forfeited"
    assert challenge.winner == people["chen"]


def test_a_match_that_neither_came_to_is_void(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    overdue(challenge)
    sweep_challenges()
    assert status_of(challenge) == "void"
    challenge.match.refresh_from_db()
    assert challenge.match.status == "closed"
    assert places(ladder) == AS_THEY_JOINED


def test_a_match_that_has_begun_has_the_time_of_its_clocks(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    sit_down(challenge.match, people["chen"], people["bo"])
    overdue(challenge)
    sweep_challenges()
    assert status_of(challenge) == "accepted"


def test_a_match_without_a_result_makes_the_challenge_void(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    sit_down(challenge.match, people["chen"], people["bo"])
    match_call_off_for_good(code=challenge.match.code)
    sweep_challenges()
    assert status_of(challenge) == "void"
    assert challenged(ladder, people["chen"], people["bo"]).status == "open"


@after_commit
def test_a_result_that_a_crash_left_is_taken_once(ladder, people, monkeypatch):
    from games.challenges.services import results

    challenge = accepted(ladder, people["chen"], people["bo"])
    monkeypatch.setattr(results, "result_take", lambda pk: False)
    play(challenge, people["chen"])
    assert challenge.status == "accepted"
    assert challenge.result_due
    monkeypatch.undo()
    sweep_challenges()
    assert status_of(challenge) == "played"
    assert not result_take(pk=challenge.pk)
    assert kinds(ladder) == ["won"]


def test_who_plays_no_match_drops_one_place_a_week(ladder, people):
    days_pass(ladder, 29)
    for name in ("chen", "emil"):
        ladder.rungs.filter(user=people[name]).update(active_at=timezone.now())
    sweep_idle()
    assert places(ladder) == ["chen", "ada", "bo", "emil", "dora"]
    sweep_idle()
    assert places(ladder) == ["chen", "ada", "bo", "emil", "dora"]
    days_pass(ladder, 7)
    for name in ("chen", "emil"):
        ladder.rungs.filter(user=people[name]).update(active_at=timezone.now())
    sweep_idle()
    assert places(ladder) == ["chen", "emil", "ada", "bo", "dora"]


def test_absence_does_not_count_as_idleness(ladder, people):
    days_pass(ladder, 20)
    rung_away(ladder=ladder, user=people["dora"], until=timezone.localdate() + timedelta(days=14))
    days_pass(ladder, 20)
    ladder.rungs.exclude(user=people["dora"]).update(active_at=timezone.now())
    sweep_idle()
    assert places(ladder) == AS_THEY_JOINED
    days_pass(ladder, 30)
    ladder.rungs.exclude(user=people["dora"]).update(active_at=timezone.now())
    sweep_idle()
    assert rung(ladder, people["dora"]).place == 5


def test_a_ladder_without_idleness_drops_nobody(ladder, people):
    ladder_edit(ladder=ladder, actor=people["ada"], idle_days=0)
    days_pass(ladder, 300)
    ladder.rungs.filter(user=people["emil"]).update(active_at=timezone.now())
    sweep_idle()
    assert places(ladder) == AS_THEY_JOINED
