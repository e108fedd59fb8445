"""Estimate each side's chance to win with all hands open, the draw piles unknown. Pure.

For the luck ledger (`games/engine/luck.py`). `bench/luck.py` fits the weights in `chances.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from typing import Final

from games.engine.luck import Party, Shares, win_chances
from games.rules.death_frontline.bots.appraise import HELD, appraise, forces_of
from games.rules.death_frontline.catalogue import CARDS, SIDES
from games.rules.death_frontline.ending import area_of, seats_of
from games.rules.death_frontline.state import State

SURE: Final = 6.0
LATE: Final = 6
"""Rounds, or cards of a seat, that are few enough for the area to matter."""
WEIGHTS: Final[dict[str, float]] = json.loads(
    (resources.files(__package__) / "chances.json").read_text(encoding="utf-8")
)


def chances(state: State) -> Shares:
    """Return each seat's chance to win."""
    return win_chances(parties_of(state), WEIGHTS, len(state.seats))


def parties_of(state: State) -> list[Party]:
    """Return both sides, judged: the field for the Allies, hands and area for each."""
    first = state.order[1 % len(state.order)] & 1
    odds = appraise(state.field, forces_of(state.field), first)
    late = _lateness(state)
    found = []
    for side in SIDES:
        terms = dict(_terms(state, side, late))
        if side == SIDES[0]:
            terms |= {"allies": 1.0, "field": max(-SURE, min(SURE, odds))}
            terms["field, mulligan"] = float(state.step == "mulligan")
        found.append(Party(tuple(seats_of(state, side)), terms))
    return found


def _lateness(state: State) -> float:
    """Return 0 while the end by area is far, up to 1 as it comes."""
    by_hand = state.end_on == "empty_hand"
    cards = (len(own.hand) + (0 if by_hand else len(own.draw_pile)) for own in state.seats)
    return max(0.0, 1 - min(state.max_rounds - state.round, *cards) / LATE)


def _terms(state: State, side: str, late: float) -> Iterator[tuple[str, float]]:
    """Yield a side's terms: its deck, its area, and what its cards are worth in hand."""
    yield "area", late * area_of(state.field, side)
    seats = [seat for seat in seats_of(state, side) if not state.resigned[seat]]
    cards = [CARDS[code] for seat in seats for code in state.own(seat).hand]
    share = 1 / max(1, len(seats))
    for seat in seats:
        yield f"deck {state.own(seat).deck}", 1.0
    yield "held", share * sum(HELD[card.kind] for card in cards)
    yield "strength held", share * sum(card.attack + card.defence for card in cards) / 10
