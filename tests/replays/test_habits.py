"""Habits: what a person's coached matches have in common, counted from fresh pairs alone."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from statistics import fmean, stdev
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.tokens.services import token_make
from games.engine.botplay import observed
from games.engine.hidden import Memory
from games.engine.holders import Holders
from games.matches.models import Match
from games.registry import all_rules
from replays.analysis import coach, plan
from replays.analysis.coach import AGAIN, FIRST, Sample
from replays.habits import Shown, coached_of, noise_for, told
from replays.models import Analysis
from replays.refusals import ReplayRefusal
from replays.services import analysis as service
from replays.services.analysis import LAST, METHOD, analyses_ask, analysis_slice
from replays.timeline import PlyFacts, Timeline, fold_timeline
from tests.replays.factories import person, sample, stored_match
from tests.replays.talking import signed_in

SEVENS = "You keep sevens too long"


def shown(cost: float, match: int, kind: str = SEVENS, error: float = 0.02) -> Shown:
    return Shown(Match(pk=match), 0, 5, kind, cost, error)


def test_a_habit_is_told_with_its_mean_and_its_error() -> None:
    costs = [0.06, 0.1, 0.08, 0.04, 0.07]
    [habit] = told(shown(cost, match) for match, cost in enumerate(costs))
    assert (habit.kind, habit.matches) == (SEVENS, 5)
    assert habit.cost == pytest.approx(fmean(costs))
    assert habit.error == pytest.approx(stdev(costs) / 5**0.5)
    assert (habit.percent.value, habit.percent.margin) == (-7, 1)
    assert habit.worst.cost == 0.1


def test_its_error_is_never_less_than_that_of_the_playouts() -> None:
    [habit] = told(shown(0.2, match, error=0.06) for match in range(4))
    assert habit.error == pytest.approx(0.03)
    assert told(shown(0.2, match, error=0.3) for match in range(4)) == []


def test_few_matches_make_no_habit_however_dear() -> None:
    assert told([shown(0.5, 1), shown(0.5, 1), shown(0.5, 2)]) == []


def test_the_more_habits_are_tried_the_more_one_must_cost() -> None:
    assert noise_for(1) == pytest.approx(2.0)
    assert noise_for(10) > 2.8
    near = [shown(cost, match) for match, cost in enumerate((0.01, 0.05, 0.09))]
    assert [one.kind for one in told(near)] == [SEVENS]
    others = [shown(0.0, match, f"habit {n}") for n in range(9) for match in range(3)]
    assert told([*near, *others]) == []


def test_where_nothing_costs_anything_hardly_a_habit_is_told() -> None:
    dice, found = random.Random(1), 0
    for _ in range(200):
        kinds = [f"habit {n}" for n in range(6)]
        found += len(
            told(shown(dice.gauss(0, 0.05), m, dice.choice(kinds), 0.05) for m in range(40))
        )
    assert found <= 10


@pytest.mark.parametrize("game", [key for key, one in all_rules().items() if one.teaching.habit])
def test_every_difference_of_two_legal_actions_has_a_habit_or_none_of_note(game: str) -> None:
    """Each names one that its two actions show: it depends on nothing else."""
    rules = all_rules()[game]
    match = match_timeline_of(game)
    named = set()
    for ply in match.plies[:-1:5]:
        seat = rules.to_act(ply.state)
        if seat is None:
            continue
        known = observed(rules, ply.state, ply.number, seat, Memory(len(match.seats)))
        for made in known.legal[:6]:
            for better in known.legal[-6:]:
                if made != better and (kind := rules.teaching.habit(made, better)):
                    named.add(kind)
    assert len(named) >= 4


def match_timeline_of(game: str) -> Timeline:
    record, plies = sample(game, 0)
    entries: list[Any] = [{"seat": None, "action": None}, *record.entries]
    facts = [
        PlyFacts(entry["seat"], entry["action"], "", 0, "", tuple(ply.events))
        for entry, ply in zip(entries, plies, strict=True)
    ]
    return fold_timeline(record.rules, record.options, Holders(tuple(record.seats)), facts)


def coached(who: Any, number: int, costs: dict[str, float], **changes: Any) -> Match:
    """Return a match of `who` in seat 0 whose decisions were compared anew: a cost for a habit."""
    match = stored_match("deadline_99", number, users={0: who}, **changes)
    done = {"method": METHOD, "is_coached": True, "state": Analysis.State.DONE}
    analysis = Analysis.objects.create(match=match, due_at=None, **done)
    mine = match.actions.filter(seat=0).order_by("ply")
    left = list(costs.items())
    for row in mine:
        if not left or row.action["card"][:-1] in left[0][0]:
            continue
        rank, cost = left.pop(0)
        sample = Sample(pairs=400, made=100.0, better=100.0 + 400 * cost, squares=80.0)
        better = {"type": "play", "card": f"{rank}S"}
        stored = {AGAIN: asdict(sample), FIRST: asdict(Sample(8, 0.0, 8.0, 8.0))}
        analysis.plies.create(ply=row.ply, compared={"action": better, "samples": stored})
    return match


@pytest.fixture
def ada(db: None) -> Any:
    cache.clear()
    return person("ada")


COSTS = (0.1, 0.12, 0.08, 0.11, 0.09)


def page(who: Any) -> str:
    return signed_in(who).get("/replays/coach/").content.decode()


def test_a_persons_habit_is_counted_over_their_coached_matches(ada: Any) -> None:
    for number, cost in enumerate(COSTS):
        coached(ada, number, {"7": cost})
    [game] = coached_of(ada)
    [habit] = game.habits
    assert (game.game, game.matches, game.are_enough) == ("deadline_99", 5, True)
    assert (habit.kind, habit.matches, habit.cost) == (SEVENS, 5, pytest.approx(fmean(COSTS)))
    shown_page = page(ada)
    assert SEVENS in shown_page
    assert "in 5 matches, −10 % each time" in shown_page


def test_nobody_else_is_shown_it(ada: Any) -> None:
    bo = person("bo")
    for number, cost in enumerate(COSTS):
        coached(ada, number, {"7": cost})
    assert coached_of(bo) == []
    assert SEVENS not in page(bo)
    assert Client().get("/replays/coach/").status_code == 302
    assert Client().get("/api/v1/coach/me").status_code == 401


def test_a_seat_taken_over_or_a_deal_still_open_does_not_count(ada: Any) -> None:
    matches = [coached(ada, number, {"7": cost}) for number, cost in enumerate(COSTS)]
    Match.objects.filter(pk=matches[0].pk).update(deal_open=True)
    matches[1].seats.filter(number=0).update(taken_over_after=2, starter=person())
    [game] = coached_of(ada)
    assert (game.matches, game.are_enough, game.habits) == (3, False, [])


def test_programs_are_told_ones_own_habits_and_decisions(ada: Any) -> None:
    matches = [coached(ada, number, {"7": cost}) for number, cost in enumerate(COSTS)]
    key = token_make(user=ada, name="t", scope="play")
    mine = {"Authorization": f"Bearer {key}"}
    [game] = Client().get("/api/v1/coach/me", headers=mine).json()["games"]
    assert game["habits"][0]["habit"] == SEVENS
    told_coach = Client().get(f"/api/v1/matches/{matches[0].code}/coach", headers=mine).json()
    [decision] = told_coach["decisions"]
    assert decision["better"] == {"type": "play", "card": "7S"}
    assert decision["better_chance"] - decision["chance"] == pytest.approx(COSTS[0])
    assert Client().get(f"/api/v1/matches/{matches[0].code}/coach").status_code == 403


def test_one_press_queues_ones_last_matches_that_are_not_coached(ada: Any) -> None:
    coached(ada, 0, {"7": 0.1})
    for number in range(LAST + 1):
        stored_match("deadline_99", number % 8, users={0: ada})
    stored_match("deadline_99", 0, users={0: person()})
    stored_match("deadline_99", 0, users={0: ada}, plies=5)
    answer = signed_in(ada).post("/replays/coach/ask", {"game": "deadline_99"})
    assert (answer.status_code, answer["Location"]) == (302, "/replays/coach/")
    waiting = Analysis.objects.filter(kind=Analysis.Kind.TOGETHER, asked_by=ada)
    assert LAST - 1 <= waiting.count() <= LAST
    assert "being looked at" in page(ada)
    again = signed_in(ada).post("/replays/coach/ask", {"game": "deadline_99"})
    assert again.status_code == 422


def test_what_somebody_else_has_coached_stays_theirs(ada: Any) -> None:
    bo = person("bo")
    match = stored_match("deadline_99", 0, users={0: ada, 1: bo})
    assert analyses_ask(user=ada, game="deadline_99") == 1
    with pytest.raises(ReplayRefusal):
        analyses_ask(user=bo, game="deadline_99")
    assert Analysis.objects.get(match=match).asked_by == ada


def test_with_nothing_left_to_coach_it_says_so(ada: Any) -> None:
    coached(ada, 0, {"7": 0.1})
    answer = signed_in(ada).post("/replays/coach/ask", {"game": "deadline_99"})
    assert answer.status_code == 422
    assert "nothing left to coach" in answer.content.decode()
    assert signed_in(ada).post("/replays/coach/ask", {"game": "nonsense"}).status_code == 422


def test_turning_points_that_people_wait_for_keep_their_place(ada: Any) -> None:
    match = stored_match("deadline_99", 0, users={0: ada})
    Analysis.objects.create(match=match, method=METHOD, kind=Analysis.Kind.TOLD)
    assert analyses_ask(user=ada, game="deadline_99") == 1
    asked = Analysis.objects.get(match=match)
    assert (asked.kind, asked.is_coached) == (Analysis.Kind.TOLD, True)


def test_together_coaches_a_persons_own_decisions_after_single_ones(
    ada: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {"spread": 4, "most_points": 6, "fewest": 2, "most": 4}
    for name in ("QUICK", "DEEP"):
        monkeypatch.setattr(plan, name, replace(getattr(plan, name), **few))
    monkeypatch.setattr(coach, "BUDGET_MS", dict.fromkeys(coach.BUDGET_MS, 0))
    match = stored_match("deadline_99", 0, users={0: ada})
    assert analyses_ask(user=ada, game="deadline_99") == 1
    single = stored_match("deadline_99", 1)
    service.analysis_ask(match=single, user=person())
    assert analysis_slice(seconds=0)
    assert Analysis.objects.get(match=single).progress > 0
    while analysis_slice(seconds=1):
        pass
    done = Analysis.objects.get(match=match)
    assert (done.kind, done.state, done.is_coached) == (Analysis.Kind.TOGETHER, "done", True)
    actors = dict(match.actions.values_list("ply", "seat"))
    assert {actors[row.ply] for row in done.plies.filter(choice__isnull=False)} == {0}
