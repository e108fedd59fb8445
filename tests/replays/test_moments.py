"""Chapters and turning points: found without asking, shown where they may be."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from games.matches.access import access_match
from games.matches.models import Match
from replays.analysis import plan
from replays.models import Analysis
from replays.moments import ending_moments
from replays.services import analysis as service
from replays.services.analysis import analysis_ask, analysis_queue, analysis_slice
from replays.services.analysis_work import AT_ONCE_SECONDS
from tests.replays.factories import person, stored_match
from tests.support.tables import act_for, make_running, make_user

pytestmark = pytest.mark.django_db
ONE_PLAYOUT_MS = 1000
"""The longest that a single playout may take."""
TURN = {"from": 11, "ply": 12, "seat": 0, "before": 62, "after": 18, "events": []}


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work on what nobody waits for without pauses."""
    monkeypatch.setattr(service, "IDLE_SECONDS", 0)
    monkeypatch.setattr(service, "_idle_at", 0)


def with_turns(match: Match, *turns: dict[str, Any], **falls: int) -> Analysis:
    moments = {"turns": list(turns or [TURN]), "falls": falls}
    return Analysis.objects.create(
        match=match, method=2, kind=0, state="done", due_at=None, moments=moments
    )


def work_off() -> None:
    while analysis_slice(seconds=5):
        pass


def test_a_match_of_people_is_queued_as_it_ends_and_its_pages_are_told() -> None:
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo)
    act_for(match, ada, {"type": "resign"})
    match.refresh_from_db()
    assert Analysis.objects.get(match=match).kind == Analysis.Kind.TOLD
    work_off()
    analysis = Analysis.objects.get(match=match)
    assert (analysis.state, analysis.due_at, analysis.asked_by) == ("done", None, None)
    assert set(analysis.moments) == {"turns", "falls"}
    assert Match.objects.get(pk=match.pk).revision > match.revision


@pytest.mark.parametrize("game", ["deadline_99", "death_frontline", "zombie_rummy"])
def test_the_quick_analysis_keeps_to_its_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "QUICK", replace(plan.QUICK, budget_ms=300))
    match = stored_match(game, 0)
    analysis_queue(match)
    work_off()
    analysis = Analysis.objects.get(match=match)
    assert analysis.state == "done"
    assert analysis.spent_ms < 300 + 1000 * AT_ONCE_SECONDS + ONE_PLAYOUT_MS


def test_matches_that_nobody_waits_for_come_last() -> None:
    old, bots = stored_match("deadline_99", 0, users={0: person()}), stored_match("deadline_99", 1)
    bots.finished_at = timezone.now()
    fresh = stored_match("deadline_99", 2, users={0: person()}, finished_at=timezone.now())
    for match in (old, bots, fresh):
        analysis_queue(match)
    kinds = Analysis.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == [Analysis.Kind.IDLE, Analysis.Kind.IDLE, Analysis.Kind.TOLD]


def test_asking_goes_on_from_the_quick_analysis() -> None:
    match = stored_match("deadline_99", 0)
    analysis_queue(match)
    assert analysis_slice(seconds=0)
    played = sum(Analysis.objects.get(match=match).plies.values_list("rollouts", flat=True))
    assert played
    ada = person()
    analysis = analysis_ask(match=match, user=ada)
    assert (analysis.kind, analysis.asked_by) == (Analysis.Kind.ASKED, ada)
    assert sum(analysis.plies.values_list("rollouts", flat=True)) == played


def test_a_player_who_lost_is_led_to_their_deepest_fall() -> None:
    ada, bo = person(), person()
    match = stored_match("deadline_99", "last_survivor", users={0: ada, 2: bo})
    with_turns(match, **{"0": 11, "2": 3})
    lost, won = (ending_moments(access_match(user, match.code)) for user in (ada, bo))
    assert lost["watch"]["ply"] == 11
    assert "watch" not in won
    page = Client()
    page.force_login(ada)
    html = page.get(f"/matches/{match.code}/").content.decode()
    assert f"/replays/{match.code}/?ply=11&amp;as=0" in html
    assert "62 → 18 %" in html


def test_an_embargo_holds_turning_points_back_from_all_but_players() -> None:
    ada = person()
    later = timezone.now() + timedelta(hours=1)
    match = stored_match("deadline_99", 0, users={0: ada}, embargo_until=later)
    with_turns(match)
    assert ending_moments(access_match(AnonymousUser(), match.code)) == {}
    assert ending_moments(access_match(ada, match.code))["turns"]["state"] == "done"
    assert "62 → 18" not in Client().get(f"/matches/{match.code}/").content.decode()


def test_what_lies_ahead_is_not_marked_before_somebody_asks() -> None:
    match = stored_match("zombie_rummy", "score")
    with_turns(match)
    closed = Client().get(f"/replays/{match.code}/?ply=2&as=all").content.decode()
    assert "Round 1" in closed
    assert "Round 2" not in closed
    assert "62 → 18" not in closed
    opened = Client().get(f"/replays/{match.code}/?ply=2&as=all&open=1").content.decode()
    assert "Round 2" in opened
    assert "62 → 18 %" in opened


def test_the_list_shows_turning_points_with_the_results_only() -> None:
    match = stored_match("deadline_99", 0)
    with_turns(match)
    assert "62 → 18" not in Client().get("/replays/").content.decode()
    shown = Client().get("/replays/?results=1").content.decode()
    assert "62 → 18 %" in shown
    assert f"/replays/{match.code}/?ply=12&amp;as=all&amp;open=1" in shown
