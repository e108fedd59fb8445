"""Rules, "Match end", and the record format's ranks."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import Result
from games.engine.options import complete_options
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.state import State

from .positions import act, legal, position


def finishing(**changes: Any) -> State:
    """Return the state after a round that seat 0 wins with 0 against −2 and −2."""
    state = position("book", "gas", "key", **changes)
    return act(state, {"type": "discard", "card": "book"})


def test_score_ends_when_a_total_reaches_the_target() -> None:
    state = finishing(end="score", target=50, totals=(50, 10, 20))
    assert state.result == Result("score", (1, 3, 2), (50, 8, 18))


def test_score_ends_when_a_total_falls_to_minus_the_target() -> None:
    state = finishing(end="score", target=50, totals=(0, -48, 20))
    assert state.result == Result("score", (2, 3, 1), (0, -50, 18))


def test_score_goes_on_below_the_target() -> None:
    assert finishing(end="score", target=50, totals=(49, -47, 0)).result is None


def test_score_ends_after_30_rounds_with_the_reason_cap() -> None:
    assert finishing(end="score", target=50, round=29).result is None
    state = finishing(end="score", target=50, round=30)
    assert state.result == Result("cap", (1, 2, 2), (0, -2, -2))


def test_the_target_reached_in_round_30_is_the_reason() -> None:
    state = finishing(end="score", target=50, round=30, totals=(0, -48, 0))
    assert state.result is not None
    assert state.result.reason == "score"


def test_rounds_ends_after_that_many() -> None:
    assert finishing(end="rounds", target=3, round=2).result is None
    state = finishing(end="rounds", target=3, round=3, totals=(-9, 0, 0))
    assert state.result == Result("rounds", (3, 1, 1), (-9, -2, -2))


def test_wins_ends_when_somebody_has_won_that_many() -> None:
    assert finishing(end="wins", target=2).result is None
    state = finishing(end="wins", target=2, round_wins=(1, 1, 0), totals=(-30, 0, 9))
    assert state.result == Result("wins", (1, 2, 3), (-30, -2, 7))


def test_with_equal_wins_the_total_ranks() -> None:
    state = finishing(end="wins", target=2, round_wins=(1, 1, 1), totals=(0, 5, 9))
    assert state.result is not None
    assert state.result.ranks == (1, 3, 2)


def test_equal_totals_share_a_rank_and_the_next_is_skipped() -> None:
    state = finishing(end="rounds", target=1, totals=(8, 10, 5))
    assert state.result is not None
    assert state.result.ranks == (1, 1, 3)


def test_at_the_end_everything_stays_as_it_lay_and_nobody_is_to_act() -> None:
    state = finishing(end="rounds", target=1, turns_played=4)
    assert (state.turn, state.phase, state.must_meld) == (None, "over", None)
    assert state.hands == ((), ("gas",), ("key",))
    assert state.turns_played == 5
    assert state.discard_pile[-1] == "book"
    assert RULES.to_act(state) is None
    assert all(RULES.legal_actions(state, seat) == [] for seat in range(3))


@pytest.mark.parametrize(
    ("chosen", "complete"),
    [
        ({}, {"end": "score", "target": 100}),
        ({"end": "rounds"}, {"end": "rounds", "target": 5}),
        ({"end": "wins"}, {"end": "wins", "target": 3}),
        ({"end": "score", "target": 20}, {"end": "score", "target": 20}),
    ],
)
def test_the_options_have_their_defaults(chosen: dict[str, Any], complete: dict[str, Any]) -> None:
    assert complete_options(RULES.meta, 2, chosen) == complete


def test_a_running_round_lists_no_resigning() -> None:
    assert {"type": "resign"} not in legal(position("book", "gas"))
