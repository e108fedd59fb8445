"""Analysis: what it reckons, that its slices add up, and who is shown it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.matches.models import Match
from replays.address import EVERYBODY, Address
from replays.analysis import coach, plan, reckon
from replays.analysis.panel import analysis_panel
from replays.analysis.reckon import final_shares, play_on
from replays.models import AnalysedPly, Analysis
from replays.selectors import match_timeline
from replays.services import analysis as service
from replays.services.analysis import analysis_ask, analysis_slice
from replays.services.analysis_work import Work
from tests.replays.factories import person, stored_match

pytestmark = pytest.mark.django_db
SHOWN = 'class="curve"'


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few roll-outs at few points: what holds for them holds for many."""
    cache.clear()
    few = {"spread": 4, "most_points": 6, "fewest": 2, "most": 4}
    for name in ("QUICK", "DEEP"):
        monkeypatch.setattr(plan, name, replace(getattr(plan, name), **few))
    monkeypatch.setattr(coach, "BUDGET_MS", dict.fromkeys(coach.BUDGET_MS, 0))


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def analysed(match: Match) -> Analysis:
    analysis = analysis_ask(match=match, user=person())
    while analysis_slice(seconds=1):
        pass
    analysis.refresh_from_db()
    return analysis


def point(ply: int, *chances: float, rollouts: int = 100) -> plan.Point:
    won = tuple(chance * rollouts for chance in chances)
    return plan.Point(ply, rollouts, won, won)


@pytest.mark.parametrize(
    ("game", "number"), [("deadline_99", 0), ("death_frontline", 2), ("zombie_rummy", 0)]
)
def test_every_game_is_analysed_to_its_end(game: str, number: int) -> None:
    match = stored_match(game, number)
    analysis = analysed(match)
    assert (analysis.state, analysis.progress) == ("done", 100)
    points = reckon.points_of(list(analysis.plies.all()))
    assert [points[0].ply, points[-1].ply] == [0, match.ply]
    assert len(points) == min(match.ply + 1, 6)
    assert {one.rollouts for one in points[:-1]} == {4}
    winners = [seat.number for seat in match.seats.all() if seat.rank == 1]
    assert [seat for seat, share in enumerate(points[-1].won) if share] == winners
    assert analysis.plies.filter(choice__isnull=False).count() > match.ply // 2
    page = Client().get(f"/replays/{match.code}/?ply=3&open=1").content.decode()
    assert SHOWN in page
    assert "The bot" in page


def test_a_roll_out_is_the_same_again_and_another_one_is_not() -> None:
    match = stored_match("deadline_99", 1)
    timeline = match_timeline(match, list(match.seats.all()))
    together = play_on(timeline, "label", 2, range(12), 60).shares
    one_by_one = [play_on(timeline, "label", 2, range(n, n + 1), 0).shares[0] for n in range(12)]
    assert together == one_by_one
    assert len(set(together)) > 1


def test_what_a_match_gave_is_told_by_its_ranks() -> None:
    match = stored_match("deadline_99", 0)
    timeline = match_timeline(match, list(match.seats.all()))
    assert sum(final_shares(timeline)) == pytest.approx(1)


def test_a_process_that_died_loses_one_slice_and_another_goes_on() -> None:
    match = stored_match("deadline_99", 2)
    analysis_ask(match=match, user=person())
    assert analysis_slice(seconds=0)
    Analysis.objects.update(due_at=timezone.now() + timedelta(minutes=1))
    assert not analysis_slice()
    Analysis.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert analysis_slice()


def test_a_slice_that_came_too_late_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = stored_match("deadline_99", 2)
    analysis_ask(match=match, user=person())
    slow = Work.go_on

    def overtaken(work: Work, until: float) -> None:
        slow(work, until)
        Analysis.objects.update(due_at=timezone.now())

    monkeypatch.setattr(Work, "go_on", overtaken)
    assert analysis_slice()
    assert not AnalysedPly.objects.exists()


def test_what_breaks_is_marked_and_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    match = stored_match("deadline_99", 2)
    ada = person()
    analysis = analysis_ask(match=match, user=ada)

    def broken(*_: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(Work, "go_on", broken)
    match.refresh_from_db()
    before = match.revision
    assert analysis_slice()
    analysis.refresh_from_db()
    match.refresh_from_db()
    assert (analysis.state, analysis.due_at) == ("failed", None)
    assert match.revision == before + 1  # its pages are told
    page = client_of(ada).get(f"/replays/{match.code}/?open=1").content.decode()
    assert "couldn’t be analysed" in page
    assert analysis_ask(match=match, user=ada).state == "running"


def test_nobody_is_shown_the_curve_before_they_ask() -> None:
    match = stored_match("deadline_99", 3)
    analysed(match)
    assert SHOWN not in Client().get(f"/replays/{match.code}/?ply=2").content.decode()
    assert SHOWN in Client().get(f"/replays/{match.code}/?ply=2&open=1").content.decode()
    assert SHOWN not in Client().get(f"/replays/{match.code}/embed/?open=1").content.decode()


def test_a_running_match_is_not_analysed() -> None:
    ada = person()
    match = stored_match("deadline_99", 0, users={0: ada}, plies=5)
    assert client_of(ada).post(f"/replays/{match.code}/analyse").status_code == 404
    assert not Analysis.objects.exists()
    assert "Analysis" not in client_of(ada).get(f"/replays/{match.code}/").content.decode()


def test_an_embargo_holds_the_analysis_back() -> None:
    match = stored_match("deadline_99", 0, embargo_until=timezone.now() + timedelta(hours=1))
    analysed(match)
    assert Client().get(f"/replays/{match.code}/?open=1").status_code == 403
    assert client_of(person()).post(f"/replays/{match.code}/analyse").status_code == 403


def test_whoever_asks_is_led_to_its_progress() -> None:
    ada, match = person(), stored_match("deadline_99", 4)
    answer = client_of(ada).post(f"/replays/{match.code}/analyse", {"ply": 4, "as": "1"})
    assert answer["Location"] == f"/replays/{match.code}/?ply=4&as=1&open=1#analysis"
    page = client_of(ada).get(answer["Location"]).content.decode()
    assert "<progress" in page
    assert "data-poll" in page


def test_one_person_may_not_ask_for_everything() -> None:
    ada = person()
    for number in range(service.MOST_RUNNING + 1):
        match = stored_match("deadline_99", number)
        answer = client_of(ada).post(f"/replays/{match.code}/analyse")
    assert answer.status_code == 422
    assert Analysis.objects.count() == service.MOST_RUNNING


def test_a_match_whose_rules_are_gone_is_not_analysed() -> None:
    match = stored_match("deadline_99", 0, ruleset=0)
    answer = client_of(person()).post(f"/replays/{match.code}/analyse")
    assert answer.status_code == 410


DEPTH = plan.Depth(4, 20, 20, 96, 1000, is_quick=False)


def test_the_widest_step_is_halved_until_it_is_found() -> None:
    points = [point(0, 0.5, 0.5), point(8, 0.5, 0.5), point(16, 0.1, 0.9)]
    assert plan.next_ply(points, DEPTH) == (12, 20)
    at_once = [*points[:2], point(9, 0.1, 0.9), point(16, 0.1, 0.9)]
    assert plan.next_ply(at_once, DEPTH) in ((4, 20), (12, 20))
    assert plan.next_ply([point(0, 0.5, 0.5, rollouts=1), *points[1:]], DEPTH) == (0, 20)


def test_a_quick_analysis_plays_the_ends_of_the_widest_steps_most() -> None:
    quick = replace(DEPTH, is_quick=True)
    chances = (0.5, 0.9, 0.5, 0.9, 0.5, 0.5, 0.5, 0.5)
    points = [point(ply, c, 1 - c, rollouts=20) for ply, c in enumerate(chances)]
    wanted = set()
    while (found := plan.next_ply(points, quick)) is not None:
        ply, times = found
        points[ply] = point(ply, chances[ply], 1 - chances[ply], rollouts=times)
        wanted.add(ply)
    assert wanted == {0, 1, 2, 3, 4}
    assert plan.next_ply(points, DEPTH) is not None


def test_a_quick_analysis_ends_with_its_time_and_another_only_when_all_was_looked_at() -> None:
    points = [point(0, 0.5, 0.5, rollouts=3), point(1, 1.0, 0.0)]
    assert plan.is_done(points, replace(DEPTH, is_quick=True), 1000)
    assert not plan.is_done(points, DEPTH, 1000)
    assert plan.is_done([point(0, 0.5, 0.5, rollouts=20), points[1]], DEPTH, 1000)


def test_a_swing_is_more_than_noise() -> None:
    steady = [point(0, 0.5, 0.5), point(1, 0.6, 0.4), point(2, 0.5, 0.5)]
    assert plan.swings(steady) == []
    swung = [*steady, point(3, 0.9, 0.1)]
    assert [(one.after.ply, round(one.size, 2)) for one in plan.swings(swung)] == [(3, 0.4)]
    assert [(one.seat, one.after.ply) for one in plan.falls(swung)] == [(1, 3)]


def test_a_swing_names_who_held_the_seat_then() -> None:
    match = stored_match("deadline_99", 0)
    match.seats.update(starter_name="Zoe", taken_over_after=4)
    analysis = analysis_ask(match=match, user=person())
    Analysis.objects.update(state="done", due_at=None)
    analysis.plies.all().delete()
    for ply, share in ((2, 0.1), (4, 0.9), (6, 0.1)):
        won = [100 * share, 100 * (1 - share), *[0.0] * (match.seat_count - 2)]
        analysis.plies.create(ply=ply, is_point=True, rollouts=100, won=won, squares=won)
    timeline = match_timeline(match, list(match.seats.all()))
    panel = analysis_panel(match, timeline, Address("", 2, "all", open=True), EVERYBODY)
    assert panel is not None
    named = {(one["ply"], one["name"] == "Zoe") for one in panel["swings"]}
    assert named == {(4, True), (6, False)}


def test_a_small_step_is_no_swing_however_often_it_was_played() -> None:
    often = [point(0, 0.5, 0.5, rollouts=10**6), point(1, 0.55, 0.45, rollouts=10**6)]
    assert plan.swings(often) == []


def test_an_estimate_is_never_without_error() -> None:
    assert point(0, 1.0, 0.0, rollouts=50).error(0) > 0
    assert plan.Point(9, 1, (1.0, 0.0), (1.0, 0.0)).error(0) == 0
    assert point(0, 0.5, rollouts=101).error(0) == pytest.approx(0.05)
