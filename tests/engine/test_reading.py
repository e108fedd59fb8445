"""Questions about hidden hands, counting, and a bot's read: all from what the reader knows."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from math import comb
from random import Random

import pytest

from games.engine.botplay import remember
from games.engine.contract import Rules
from games.engine.hidden import SHARED, Hidden, Memory, Statement, deal_anew
from games.engine.reading import (
    MOST,
    OPEN,
    Ply,
    Situation,
    _hand_then,
    bots_read,
    counted,
    decisions_of,
    questions_of,
    score,
)
from games.registry import all_rules
from tests.replays.factories import recorded, sample

GAMES = [key for key in recorded("hiding") if all_rules()[key].hiding.statements]  # type: ignore[union-attr]
FACTIONS = ("deadline_99", 2)
"""A sample with secret roles."""
ACES = frozenset({"AS", "AH"})


def history_of(game: str, number: int = 0) -> tuple[Rules, list[Ply], list[object]]:
    record, plies = sample(game, number)
    rules, history, states = record.rules, list[Ply](), list[object]()
    for entry, before, ply in zip([None, *record.entries], [plies[0], *plies], plies, strict=False):
        seat, action = (entry["seat"], entry["action"]) if entry else (None, None)
        history.append(Ply(seat, action, before.state, ply.events))
        states.append(ply.state)
    return rules, history, states


def unseen_anew(rules: Rules, state: object, seat: int, memory: Memory) -> object:
    """Return a state that looks the same to a seat, with all else dealt otherwise."""
    assert rules.hiding is not None
    hidden = rules.hiding.hidden(state, seat)
    dealt = deal_anew(hidden, memory, lambda cards: random.Random(9).sample(cards, len(cards)))
    return rules.hiding.with_hidden(state, dealt)


@pytest.mark.parametrize(("game", "number"), [*((game, 0) for game in GAMES), FACTIONS])
def test_questions_and_reads_depend_on_nothing_that_the_seat_could_not_see(
    game: str, number: int
) -> None:
    rules, history, states = history_of(game, number)
    assert rules.hiding is not None
    seats, compared = len(states[0].resigned), 0  # type: ignore[attr-defined]
    for reader in range(seats):
        memories, memory = [], Memory(seats)
        for one in history:
            remember(rules, memory, one.events, reader)
            memories.append(deepcopy(memory))
        other = [
            one._replace(before=unseen_anew(rules, one.before, reader, memories[max(0, at - 1)]))
            for at, one in enumerate(history)
        ]
        for ply in (len(history) // 3, len(history) * 2 // 3):
            state, known = states[ply], memories[ply]
            elsewhere = unseen_anew(rules, state, reader, known)
            told = []
            for now, past in ((state, history), (elsewhere, other)):
                asked = questions_of(rules, rules.hiding.hidden(now, reader), known)
                decisions = decisions_of(rules, past[: ply + 1], seats)
                situation = Situation(now, reader, known, decisions)
                told.append((asked, bots_read(rules, situation, asked, Random(1))))
            assert told[0] == told[1]
            compared += len(told[0][0]) * (state != elsewhere)
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_few_open_and_spread_over_the_opponents(game: str) -> None:
    rules, _, states = history_of(game)
    assert rules.hiding is not None
    hidden = rules.hiding.hidden(states[0], 0)
    asked = questions_of(rules, hidden, Memory(len(states[0].resigned)))  # type: ignore[attr-defined]
    assert 0 < len(asked) <= MOST
    assert all(OPEN <= chance <= 1 - OPEN for chance in asked.values())
    by_seat = Counter(one.seat for one in asked)
    assert len(by_seat) == min(MOST, len(hidden.hands))
    assert max(by_seat.values()) - min(by_seat.values()) <= 1


def test_counting_is_the_hypergeometric_share_of_the_unseen_cards() -> None:
    hidden = Hidden({1: ("AS", "2S"), 2: ("3S",)}, {SHARED: ("AH", "4S", "5S", "6S")})
    nothing = Memory(3)
    assert counted(hidden, nothing, 1, ACES) == pytest.approx(1 - comb(5, 2) / comb(7, 2))
    assert counted(hidden, nothing, 2, ACES) == pytest.approx(2 / 7)
    assert counted(hidden, nothing, 1, frozenset({"KS"})) == 0


def test_counting_heeds_cards_known_for_certain_and_secrets() -> None:
    hidden = Hidden({1: ("AS", "2S"), 2: ("3S",)}, {SHARED: ("AH", "4S")}, {1: "red", 2: "free"})
    known = Memory(3)
    known.learn(1, ["AS"])
    assert counted(hidden, known, 1, ACES) == 1
    assert counted(hidden, known, 2, ACES) == pytest.approx(1 / 4)
    assert counted(hidden, known, 1, frozenset({"red"})) == 0.5
    assert Statement("", frozenset({"red"})).is_true(hidden, 1)
    assert not Statement("", frozenset({"red"})).is_true(hidden, 2)


def test_a_hand_then_holds_what_has_left_it_since_and_not_what_came() -> None:
    now = ("a", "b", "c")
    then = _hand_then(now, [Counter({"x": 1}), Counter({"a": -1}), Counter({"a": 0})], 3, Random(1))
    assert then is not None
    assert len(then) == 3
    assert "x" in then
    assert "a" not in then
    assert _hand_then(now, [Counter({"x": 1, "y": 1})], 1, Random(1)) is None
    assert _hand_then(("b",), [Counter({"a": -1}), Counter({"a": 1})], 1, Random(1)) == ("b",)
    assert _hand_then(("a",), [Counter({"a": -1}), Counter({"a": 1})], 1, Random(1)) == ("a",)


def test_a_forecast_scores_bits() -> None:
    assert score(0.5, True) == score(0.5, False) == -1
    assert score(0.25, True) == -2
    assert score(0.25, False) == pytest.approx(-0.415, abs=1e-3)
