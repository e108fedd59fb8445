"""Luck and decisions: they add up to the result, luck is even on average, only chance is luck."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

from games.engine.bot import BotDice
from games.engine.botplay import play_out
from games.engine.chance import Chance
from games.engine.luck import Step, chances_at, step_of, total
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.rollout import shares
from games.registry import all_rules
from games.thinking import Played, Split, Splitting, split_some
from tests.rules.deadline_99.positions import act, play, position

JUDGED = [game for game, rules in all_rules().items() if rules.chances is not None]
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("deadline_99", 2, {}),
    ("deadline_99", 5, {"angel_reaper": True}),
    ("deadline_99", 5, {"mode": "factions"}),
    ("death_frontline", 2, {"max_rounds": 8}),
    ("death_frontline", 4, {"end_on": "empty_hand", "max_rounds": 5}),
    ("zombie_rummy", 2, {"end": "rounds", "target": 1}),
    ("zombie_rummy", 3, {"end": "rounds", "target": 2}),
]
TIMES = 4


def played(game: str, seats: int, options: dict[str, Any], number: int) -> list[Played]:
    """Return the plies of a match between novices, some of whom resign."""
    rules = all_rules()[game]
    chosen = complete_options(rules.meta, seats, options)
    seed = sha256(f"luck {game} {number}".encode()).digest()
    bots = [rules.bots["novice"]] * seats
    resigns = random.Random(number) if number % 2 else None
    dice = partial(BotDice, seed, game)
    entries = play_out(rules, chosen, seed, bots, dice, resigns=resigns).entries
    return list(_plies(rules, chosen, seats, seed, entries))


def _plies(rules: Any, options: Any, seats: int, seed: bytes, entries: Any) -> Iterator[Played]:
    chance = Chance(seed, rules.meta.key)
    _, state = start_match(rules, options, seats, chance)
    yield Played(0, None, None, None, state)
    for ply, entry in enumerate(entries, start=1):
        before = state
        _, state = play_action(rules, state, entry["seat"], entry["action"], chance)
        yield Played(ply, before, entry["seat"], entry["action"], state)


def split(game: str, seats: int, options: dict[str, Any], plies: list[Played]) -> Split:
    meta = all_rules()[game].meta
    chosen = complete_options(meta, seats, options)
    return split_some(Splitting(game, meta.ruleset, "m", chosen, seats, plies, TIMES, 1e9))


@pytest.mark.parametrize(("game", "seats", "options"), SETTINGS)
def test_luck_and_decisions_add_up_to_the_result(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    rules = all_rules()[game]
    for number in range(4):
        plies = played(game, seats, options, number)
        found = split(game, seats, options, plies)
        parts = [part for step in found.steps for part in (step.deed, step.luck)]
        assert total([found.begin, *parts], seats) == pytest.approx(shares(rules, plies[-1].after))
        if not rules.meta.contest(plies[-1].after).grouped:
            for part in parts:
                assert sum(part) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("game", "seats", "options"), SETTINGS)
def test_what_a_seat_is_due_does_not_depend_on_the_order_of_a_pile(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    rules, dice = all_rules()[game], random.Random(1)
    assert rules.hiding is not None
    for one in played(game, seats, options, 0)[:-1:7]:
        hidden = rules.hiding.hidden(one.after, 0)
        piles = {owner: tuple(dice.sample(pile, len(pile))) for owner, pile in hidden.piles.items()}
        mixed = replace(hidden, piles=piles)
        other = rules.hiding.with_hidden(one.after, mixed)
        assert chances_at(rules, other) == pytest.approx(chances_at(rules, one.after))


def test_a_ply_without_chance_has_no_luck_at_all() -> None:
    options = {"max_rounds": 8}
    plies = played("death_frontline", 2, options, 0)
    steps = split("death_frontline", 2, options, plies).steps
    still = {"deploy", "build", "attack", "skill"}
    quiet = [
        step
        for one, step in zip(plies, steps, strict=True)
        if one.action and one.action["type"] in still
    ]
    assert quiet
    assert {step.luck for step in quiet} == {step.variance for step in quiet} == {(0.0, 0.0)}


def drawing(card: str) -> Step:
    """Return the step of a king after which two nines are left, and the card drawn."""
    rest = ["3S", "4S", "5S", "6S", "9S", "AS", "7S", "8S", "JS", "10S"]
    rest.remove(card)
    before = position("9H 9D KS", "AH 8H JH", count=80, draw_pile=" ".join([*rest, card]))
    _, after = act(before, play("KS"))
    assert card in after.hands[0]
    return step_of(all_rules()["deadline_99"], before, 0, play("KS"), after, _imagined, 200)


def _imagined(number: int) -> tuple[random.Random, Chance]:
    return random.Random(number), Chance(number.to_bytes(32, "big"), "deadline_99")


def test_a_saving_card_drawn_is_good_luck_and_a_useless_one_is_bad() -> None:
    saving, useless = drawing("AS"), drawing("9S")
    assert saving.luck[0] > 3 * sqrt(saving.variance[0])
    assert useless.luck[0] < -3 * sqrt(useless.variance[0])
    assert saving.luck[0] == pytest.approx(-saving.luck[1])
    assert saving.deed == pytest.approx(useless.deed, abs=0.05)  # the decision was the same


@pytest.mark.parametrize("seats", [2, 4])
def test_the_luck_of_a_seat_is_even_over_many_matches(seats: int) -> None:
    found = []
    for number in range(100, 160):
        steps = split("deadline_99", seats, {}, played("deadline_99", seats, {}, number)).steps
        found.append(total([step.luck for step in steps], seats))
    for seat in range(seats):
        lucks = [one[seat] for one in found]
        assert abs(fmean(lucks)) < 3 * stdev(lucks) / sqrt(len(lucks))


@pytest.mark.parametrize("game", JUDGED)
def test_a_match_splits_the_same_way_in_one_go_or_in_several(game: str) -> None:
    seats, options = next((s, o) for g, s, o in SETTINGS if g == game)
    plies = played(game, seats, options, 0)[:12]
    whole = split(game, seats, options, plies).steps
    assert [split(game, seats, options, [one]).steps[0] for one in plies] == whole
