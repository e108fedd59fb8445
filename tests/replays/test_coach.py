"""The coach: which decisions it compares, what it tells, and to whom."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from replays.analysis import coach, plan
from replays.analysis.coach import AGAIN, FIRST, TRUTH, Trial
from replays.services.analysis import analysis_ask, analysis_slice
from tests.replays.factories import person, stored_match


def run(trials: list[Trial], costs: dict[int, float], *, seed: int = 1, ms: int = 1) -> None:
    """Play on as the plan wants, where each decision truly costs what `costs` says of its ply."""
    dice = random.Random(seed)
    while (wanted := coach.next_wanted(trials)) is not None:
        trial, name, end = wanted
        sample = trial.sample(name)
        pairs = [
            (float(dice.random() < 0.5 - costs[trial.ply]), float(dice.random() < 0.5))
            for _ in range(end - sample.pairs)
        ]
        sample.add(pairs, ms * len(pairs))


def trials(count: int, seat: int = 0) -> list[Trial]:
    return [Trial(ply, seat, ply) for ply in range(1, count + 1)]


def test_costly_decisions_are_found_among_many_and_told_with_fresh_pairs() -> None:
    hits = []
    for seed in range(20):
        found = trials(40)
        run(found, {one.ply: 0.4 if one.ply in (7, 30) else 0.0 for one in found}, seed=seed)
        hits += [one.sample(AGAIN) for one in coach.told(found) if one.ply in (7, 30)]
    assert len(hits) >= 32  # of 40; by chance, some are lost in the first rounds
    mean = sum(one.cost for one in hits) / len(hits)
    assert mean == pytest.approx(0.4, abs=0.015)  # not inflated, though the largest are picked


def test_where_no_decision_cost_anything_hardly_any_is_told() -> None:
    """Two standard errors, of three fresh figures each: 7 % by chance, not most of 40."""
    told = 0
    for seed in range(40):
        found = trials(12)
        run(found, dict.fromkeys(range(13), 0.0), seed=seed)
        told += len(coach.told(found))
    assert told <= 8


def test_a_small_cost_is_not_told_however_often_it_was_played() -> None:
    one = Trial(3, 0, 3)
    one.sample(AGAIN).add([(0.0, 1.0)] * 510 + [(1.0, 0.0)] * 490, 0)
    assert coach.told([one]) == []
    one.sample(AGAIN).add([(0.0, 1.0)] * 100, 0)
    assert coach.told([one]) == [one]


def test_one_turn_is_told_once() -> None:
    found = [Trial(ply, 0, 4 if ply < 8 else ply) for ply in range(4, 12)]
    run(found, dict.fromkeys(range(4, 8), 0.4) | dict.fromkeys(range(8, 12), 0.2))
    assert len([one for one in coach.told(found) if one.turn == 4]) == 1


def test_a_budget_ends_the_search_and_what_seemed_worst_is_still_told() -> None:
    found = trials(40)
    run(found, {one.ply: 0.45 if one.ply == 5 else 0.0 for one in found}, ms=100)
    assert sum(one.spent(FIRST) for one in found) < coach.BUDGET_MS[FIRST] + 100 * 64
    assert all(one.sample(TRUTH).pairs for one in coach.told(found))


def test_many_people_together_cost_no_more_than_two() -> None:
    found = [
        Trial(100 * seat + ply, seat, 100 * seat + ply) for seat in range(6) for ply in range(9)
    ]
    run(found, {one.ply: 0.0 for one in found}, ms=100)
    spent = sum(one.spent(name) for one in found for name in coach.BUDGET_MS)
    assert spent < 2 * sum(coach.BUDGET_MS.values()) + 6 * 3 * 100 * 16


def test_each_seat_is_judged_by_itself() -> None:
    found = [*trials(5), *(Trial(ply, 1, ply) for ply in range(20, 25))]
    run(found, {one.ply: 0.4 if one.ply in (2, 22) else 0.0 for one in found})
    assert [(one.seat, one.ply) for one in sorted(coach.told(found), key=lambda one: one.ply)] == [
        (0, 2),
        (1, 22),
    ]


def test_samples_survive_being_stored() -> None:
    one = Trial(3, 1, 2)
    one.sample(FIRST).add([(0.0, 1.0), (0.5, 0.5)], 12)
    assert coach.trial_of((None, 0, 1, 1), 3, one.stored) == one


@pytest.fixture
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    few = {"spread": 4, "most_points": 6, "fewest": 2, "most": 4}
    monkeypatch.setattr(plan, "DEEP", replace(plan.DEEP, **few))
    monkeypatch.setattr(coach, "PAIRS", {AGAIN: 4, TRUTH: 2})
    monkeypatch.setattr(coach, "BUDGET_MS", {FIRST: 200, AGAIN: 200, TRUTH: 200})
    monkeypatch.setattr(coach, "LEAST", -2.0)
    monkeypatch.setattr(coach, "NOISE", -9.0)


@pytest.mark.django_db
@pytest.mark.usefixtures("_quickly")
@pytest.mark.parametrize(
    ("game", "number"), [("deadline_99", 0), ("death_frontline", 2), ("zombie_rummy", 0)]
)
def test_a_person_is_told_and_a_bot_is_not_judged(game: str, number: int) -> None:
    ada = person()
    match = stored_match(game, number, users={0: ada})
    match.seats.exclude(number=0).update(bot="club", user=None)
    analysis = analysis_ask(match=match, user=ada)
    while analysis_slice(seconds=1):
        pass
    compared = analysis.plies.filter(compared__isnull=False)
    assert compared
    actors = dict(match.actions.values_list("ply", "seat"))
    assert {actors[one.ply] for one in compared} == {0}

    def page(eyes: Any) -> str:
        return Client().get(f"/replays/{match.code}/?as={eyes}&open=1").content.decode()

    assert page(0).count("coach__one") == len(
        coach.told(
            coach.trial_of([None, *(actors[ply] for ply in sorted(actors))], one.ply, samples)
            for one in compared
            if (samples := one.compared["samples"])
        )
    )
    assert "coach__one" in page(0)
    assert "coach__one" not in page(1)
    assert "Choose whose decisions" in page("all")
