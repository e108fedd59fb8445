"""Estimate each seat's chance to win with all hands open, the draw pile unknown. Pure.

For the luck ledger (`games/engine/luck.py`). `bench/luck.py` fits the weights in `chances.json`.
"""

from __future__ import annotations

import json
from importlib import resources
from math import sqrt
from typing import Final

from games.engine.luck import Party, Shares, win_chances
from games.rules.zombie_rummy.bots.worth import Taste, keep_values, make_up, standing
from games.rules.zombie_rummy.cards import hand_points
from games.rules.zombie_rummy.state import State

TASTE: Final = Taste()
A_ROUND: Final = 20.0
"""About what the leader of a round scores."""
SPREAD: Final = 0.3
"""What a round that is all but over still counts for, in rounds."""
FULL_PILE: Final = 80.0
WEIGHTS: Final[dict[str, float]] = json.loads(
    (resources.files(__package__) / "chances.json").read_text(encoding="utf-8")
)


def chances(state: State) -> Shares:
    """Return each seat's chance to win."""
    return win_chances(parties_of(state), WEIGHTS, state.seats)


def parties_of(state: State) -> list[Party]:
    """Return the seats still in, judged: points in all and in this round, and what they hold.

    Points count the more, the fewer rounds are left to make up for them.
    """
    playing = state.playing()
    left = rounds_left(state)
    scale, now = A_ROUND * sqrt(left + SPREAD), 1 - _pile_left(state)
    return [Party((seat,), _terms(state, seat, scale, now)) for seat in playing]


def rounds_left(state: State) -> float:
    """Return about how many rounds are left, the part of this one included."""
    rest = _pile_left(state)
    if state.end == "rounds":
        return state.target - state.round + rest
    if state.end == "wins":
        wins = sorted((state.round_wins[seat] for seat in state.playing()), reverse=True)
        return max(0, 2 * (state.target - wins[0]) - 1) + rest
    furthest = max(abs(total) for total in state.totals)
    return max(0.0, (state.target - furthest) / A_ROUND - 1) + rest


def _pile_left(state: State) -> float:
    return min(1.0, len(state.draw_pile) / FULL_PILE)


def _terms(state: State, seat: int, scale: float, now: float) -> dict[str, float]:
    """Return the terms of a seat, in units of what can still be made up for."""
    mind, hand = make_up(state, seat, TASTE), state.hands[seat]
    terms = {
        "total": state.totals[seat] / scale,
        "round": standing(mind, state, keep_values(mind, state)) / scale,
        "hand, late": hand_points(hand) * now / scale,
        "turn": (state.turn == seat) / scale,
    }
    if state.end == "wins":
        terms["wins"] = float(state.round_wins[seat])
    return terms
