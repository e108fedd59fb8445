"""Estimate each seat's chance to win with all hands open, the draw pile unknown. Pure.

For the luck ledger (`games/engine/luck.py`). `bench/luck.py` fits the weights in `chances.json`.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import Final

from games.engine.luck import Party, Shares, win_chances
from games.rules.deadline_99.cards import ANGEL, LIMIT, RANK_OF, RANKS, REAPER, RISES
from games.rules.deadline_99.roles import BLACK, FACTION_OF, KINGS, RED
from games.rules.deadline_99.state import State, next_alive

ZONES: Final = (59, 79, 89, 94, 98)
"""Counts up to which a zone goes; another begins above the last."""
HIGH: Final = 2
"""The first zone in which few numbers fit."""
MOST_HELD, MOST_CARDS, MOST_WAIT, MOST_ESCAPES = 3, 7, 3, 4
ESCAPES: Final = frozenset({*RANKS, ANGEL} - {*RISES})
"""Ranks that never take the count over 99, if the player so chooses."""
FREE_STAYS: Final = 0.7
"""How often a free agent who is still in wins."""
WEIGHTS: Final[dict[str, float]] = json.loads(
    (resources.files(__package__) / "chances.json").read_text(encoding="utf-8")
)


def chances(state: State) -> Shares:
    """Return each seat's chance to win."""
    seats = len(state.hands)
    found = list(win_chances(parties_of(state), WEIGHTS, seats))
    for seat, role in enumerate(state.roles or ()):
        if role is not None and FACTION_OF[role] is None:
            found[seat] = FREE_STAYS if state.alive[seat] else 0.0
    return tuple(found)


def parties_of(state: State) -> list[Party]:
    """Return those who can still win, judged: seats, or factions by the hands of their kings."""
    waits = _waits(state)
    zone = bisect_left(ZONES, state.count)
    if state.roles is None:
        size = "duel" if sum(state.alive) == 2 else "many"
        return [
            Party((seat,), _terms(state, seat, zone, min(wait, MOST_WAIT), size))
            for seat, wait in waits.items()
        ]
    kings = {KINGS[role]: seat for seat, role in enumerate(state.roles) if role in KINGS}
    return [
        Party(
            tuple(seat for seat, role in enumerate(state.roles) if FACTION_OF[role or ""] == side),
            _terms(state, kings[side], zone, min(waits[kings[side]], MOST_WAIT), "kings"),
        )
        for side in (RED, BLACK)
    ]


def _waits(state: State) -> dict[int, int]:
    """Return how many others play before each seat still in, as the direction is now."""
    assert state.turn is not None
    found, seat = {state.turn: 0}, next_alive(state.alive, state.turn, state.direction)
    while seat not in found:
        found[seat] = len(found)
        seat = next_alive(state.alive, seat, state.direction)
    return found


def _terms(state: State, seat: int, zone: int, wait: int, size: str) -> dict[str, float]:
    return dict(_each_term(state, seat, zone, wait, size))


def _each_term(
    state: State, seat: int, zone: int, wait: int, size: str
) -> Iterator[tuple[str, float]]:
    """Yield the terms of a seat that plays after `wait` others."""
    hand, when = state.hands[seat], "high" if zone >= HIGH else "low"
    yield f"{size} cards {min(len(hand), MOST_CARDS)}", 1.0
    yield f"{size} wait {wait} zone {zone}", 1.0
    for rank, held in Counter(RANK_OF[card] for card in hand).items():
        yield f"{size} {rank} {when}", float(min(held, MOST_HELD))
    fitting = sum(_stays_in(card, state.count) for card in hand)
    yield f"{size} fitting {min(fitting, MOST_HELD)} wait {min(wait, 1)} {when}", 1.0
    escapes = min(sum(RANK_OF[card] in ESCAPES for card in hand), MOST_ESCAPES)
    yield f"{size} escapes {escapes} wait {min(wait, 2)} zone {zone}", 1.0


def _stays_in(card: str, count: int) -> bool:
    """Tell whether a card can be played without going out."""
    rank = RANK_OF[card]
    return rank != REAPER and count + RISES.get(rank, 0) <= LIMIT
