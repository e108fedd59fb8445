"""Score tables and hands, and rank a match.

Source: rules, "Round end", "Match end"; record format, "Resigning".
Imports only its siblings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.rules.zombie_rummy.cards import hand_points
from games.rules.zombie_rummy.state import Stack, State

WEAPON: Final = 2
BRAIN: Final = 5
DEVICE: Final = 2
UNDEAD: Final = -5
EQUIPMENT_ON_TABLE: Final = 1
EQUIPMENT_ON_ZOMBIE: Final = 2
EQUIPMENT_ON_HORDE: Final = 4


class Score(NamedTuple):
    """A seat's score in a round, part by part."""

    weapons: int = 0
    equipment: int = 0
    brains: int = 0
    devices: int = 0
    zombies: int = 0
    hand: int = 0

    @property
    def points(self) -> int:
        """Return the sum of all parts, each with its sign."""
        return self.weapons + self.equipment + self.brains + self.devices + self.zombies + self.hand


@lru_cache(maxsize=4096)
def stack_score(stack: Stack) -> Score:
    """Return the score of one stack for its holder."""
    weapons = equipment = 0
    if stack.set is not None and stack.set.kind == "equipment":
        equipment = len(stack.set.cards) * _equipment_value(stack)
    elif stack.set is not None:
        weapons = WEAPON * len(stack.set.cards)
    undead = stack.zombie + stack.gang if stack.set is None else 0
    return Score(
        weapons=weapons,
        equipment=equipment,
        brains=BRAIN * stack.brain,
        devices=DEVICE * (stack.device is not None),
        zombies=UNDEAD * undead,
    )


def _equipment_value(stack: Stack) -> int:
    if stack.gang:
        return EQUIPMENT_ON_HORDE
    return EQUIPMENT_ON_ZOMBIE if stack.zombie else EQUIPMENT_ON_TABLE


def table_score(table: Sequence[Stack], hand: Sequence[str] = ()) -> Score:
    """Return the score of a table and a hand."""
    parts = [stack_score(stack) for stack in table]
    parts.append(Score(hand=hand_points(hand)))
    return Score(*map(sum, zip(*parts, strict=True)))


def round_scores(state: State) -> tuple[Score, ...]:
    """Return every seat's score now; zero for one that has resigned."""
    return tuple(
        Score() if state.resigned[seat] else table_score(state.tables[seat], state.hands[seat])
        for seat in range(state.seats)
    )


def round_winners(state: State, scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats still in the match that have the round's highest score."""
    best = max(scores[seat] for seat in state.playing())
    return tuple(seat for seat in state.playing() if scores[seat] == best)


def ranks(state: State) -> tuple[int, ...]:
    """Rank seats by total (`wins`: rounds won first); resigned seats come last, latest first."""
    playing = state.playing()
    keys = {seat: _merit(state, seat) for seat in playing}
    placed = {seat: 1 + sum(keys[other] > keys[seat] for other in playing) for seat in playing}
    for rank, seat in enumerate(reversed(state.resign_order), start=len(playing) + 1):
        placed[seat] = rank
    return tuple(placed[seat] for seat in range(state.seats))


def _merit(state: State, seat: int) -> tuple[int, int]:
    wins = state.round_wins[seat] if state.end == "wins" else 0
    return wins, state.totals[seat]
