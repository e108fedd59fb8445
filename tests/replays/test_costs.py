"""What cost a player most, in the result of their match: for them alone, and true to the pairs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.matches.access import access_match
from games.matches.models import Match
from replays.analysis.coach import AGAIN, Sample
from replays.analysis.reckon import choice_at
from replays.coached import ending_costs
from replays.models import Analysis
from replays.selectors import match_timeline
from replays.services.analysis import METHOD, MOST_COACHED, _queue, analysis_queue
from tests.api.program import Program
from tests.replays.factories import person, stored_match
from tests.replays.talking import signed_in

pytestmark = pytest.mark.django_db
COSTS = (0.04, 0.3, 0.12)
TITLE = "Your costliest decisions"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def coached(match: Match, seat: int, **changes: Any) -> list[int]:
    """Coach a seat with made-up pairs; return the plies compared, which cost COSTS in order."""
    timeline = match_timeline(match, list(match.seats.all()))
    done = {
        "method": METHOD,
        "kind": Analysis.Kind.TOLD,
        "state": "done",
        "due_at": None,
        "is_coached": True,
        "moments": {"turns": [], "falls": {}},
    }
    analysis = Analysis.objects.create(match=match, **(done | changes))
    choices = (
        (ply, choice_at(timeline, match.code, ply))
        for ply, actor in enumerate(timeline.actors)
        if actor == seat
    )
    found = [(ply, choice) for ply, choice in choices if choice and not choice.same][: len(COSTS)]
    for (ply, choice), cost in zip(found, COSTS, strict=True):
        pairs = Sample(pairs=1000, made=200.0, better=200.0 + 1000 * cost, squares=400.0)
        compared = {"action": choice.action, "samples": {AGAIN: asdict(pairs)}}
        row = {"chosen": True, "choice": choice.events, "same": False, "compared": compared}
        analysis.plies.create(ply=ply, **row)
    return [ply for ply, _ in found]


@pytest.mark.parametrize(
    ("game", "number"), [("deadline_99", 0), ("death_frontline", 2), ("zombie_rummy", 0)]
)
def test_a_player_reads_the_two_decisions_that_cost_most_and_nobody_else_does(
    game: str, number: int
) -> None:
    ada, bo = person(), person()
    match = stored_match(game, number, users={0: ada, 1: bo})
    _, second, third = coached(match, 0)
    costs = ending_costs(access_match(ada, match.code))["costs"]
    assert [one["ply"] for one in costs["found"]] == [second, third]
    assert [(one["made"], one["better"]) for one in costs["found"]] == [(20, 50), (20, 32)]
    assert all(one["line"] and one["words"] and one["why"] for one in costs["found"])
    page = signed_in(ada).get(f"/matches/{match.code}/").content.decode()
    assert TITLE in page
    assert f"/replays/{match.code}/?ply={second - 1}&amp;as=0&amp;open=1#coach" in page
    assert "chance could explain" in signed_in(bo).get(f"/matches/{match.code}/").content.decode()
    assert TITLE not in Client().get(f"/matches/{match.code}/").content.decode()


def test_the_replay_shows_an_unasked_coach_to_its_own_seat_alone() -> None:
    ada, bo = person(), person()
    match = stored_match("deadline_99", 0, users={0: ada, 1: bo})
    coached(match, 0)

    def told(client: Client, eyes: str) -> bool:
        page = client.get(f"/replays/{match.code}/?as={eyes}&open=1").content.decode()
        return "coach__one" in page

    assert told(signed_in(ada), "0")
    assert not told(signed_in(ada), "all")
    assert not any(told(client, "0") for client in (signed_in(bo), Client()))
    Analysis.objects.update(kind=Analysis.Kind.ASKED)
    assert told(Client(), "0")


def test_who_took_a_seat_over_is_told_nothing_about_it() -> None:
    ada = person()
    match = stored_match("deadline_99", 0, users={0: ada})
    coached(match, 0)
    replay, call = f"/replays/{match.code}/", f"/matches/{match.code}/coach"
    client, program = signed_in(ada), Program(ada)
    assert "coach__one" in client.get(f"{replay}?as=0").content.decode()
    assert program.get(call).status_code == 200
    match.seats.filter(number=0).update(taken_over_after=2, starter=person())
    assert ending_costs(access_match(ada, match.code)) == {}
    assert 'id="coach"' not in client.get(f"{replay}?as=0").content.decode()
    assert client.post(f"{replay}coach").status_code == 404
    assert program.get(call).status_code == 403
    assert program.post(call).status_code == 403


def test_spectators_are_offered_no_coach_where_an_analysis_failed() -> None:
    match = stored_match("deadline_99", 0, users={0: person()})
    Analysis.objects.create(match=match, method=METHOD, is_coached=True, state="failed")
    assert 'id="coach"' not in Client().get(f"/replays/{match.code}/?open=1").content.decode()


def test_asking_for_the_coach_keeps_a_thorough_analysis_that_all_may_read() -> None:
    ada = person()
    match = stored_match("deadline_99", 0, users={0: ada})
    Analysis.objects.create(
        match=match, method=METHOD - 1, kind=Analysis.Kind.ASKED, state="done", due_at=None
    )
    signed_in(ada).post(f"/replays/{match.code}/coach")
    asked = Analysis.objects.get(match=match)
    assert (asked.kind, asked.method, asked.is_coached) == (Analysis.Kind.ASKED, METHOD, True)


def test_comparisons_that_go_on_are_not_told() -> None:
    ada = person()
    match = stored_match("deadline_99", 0, users={0: ada})
    coached(match, 0, state="running", due_at=timezone.now())
    assert ending_costs(access_match(ada, match.code)) == {
        "costs": {"state": "running", "found": []}
    }


def test_matches_of_people_are_coached_unasked_while_few_wait_and_others_by_one_press() -> None:
    ada = person()
    matches = [
        stored_match("deadline_99", 0, users={0: ada}, finished_at=timezone.now())
        for _ in range(MOST_COACHED + 1)
    ]
    for match in matches:
        analysis_queue(match)
    coaching = [Analysis.objects.get(match=match).is_coached for match in matches]
    assert coaching == [True] * MOST_COACHED + [False]
    last = matches[-1]
    page = signed_in(ada).get(f"/matches/{last.code}/").content.decode()
    assert f'data-post="/replays/{last.code}/coach"' in page
    assert signed_in(person()).post(f"/replays/{last.code}/coach").status_code == 404
    answer = signed_in(ada).post(f"/replays/{last.code}/coach")
    assert answer["Location"].endswith("#coach")
    asked = Analysis.objects.get(match=last)
    assert (asked.is_coached, asked.kind, asked.asked_by) == (True, Analysis.Kind.TOLD, ada)


def test_turning_points_come_before_anybodys_coach() -> None:
    ada = person()
    known, fresh = (stored_match("deadline_99", n, users={0: ada}) for n in (0, 1))
    for match, moments in ((known, {"turns": [], "falls": {}}), (fresh, None)):
        Analysis.objects.create(
            match=match, method=METHOD, kind=Analysis.Kind.TOLD, is_coached=True, moments=moments
        )
    assert [one.match for one in _queue(True)] == [fresh, known]
