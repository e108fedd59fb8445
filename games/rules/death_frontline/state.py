"""Define the state of a match: complete, secret, immutable. Pure.

`apply.py` folds events into it; nothing here judges.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.contract import Result
from games.engine.values import quick_replace
from games.rules.death_frontline.catalogue import CARDS
from games.rules.death_frontline.field import Field, Unit

MULLIGAN = "mulligan"
DRAW = "draw"
DEPLOY = "deploy"
FACILITY_STEP = "facility"
SKILL_STEP = "skill"
ATTACK_STEP = "attack"
OVER = "over"
STEPS = (MULLIGAN, DRAW, DEPLOY, FACILITY_STEP, SKILL_STEP, ATTACK_STEP)
TURN_STEPS = (DEPLOY, FACILITY_STEP, SKILL_STEP, ATTACK_STEP)

Cards = tuple[str, ...]


PLACES = {code: card.place for code, card in CARDS.items()}


def sort_hand(cards: Iterable[str]) -> Cards:
    """Return cards of one deck in canonical order."""
    return tuple(sorted(cards, key=PLACES.__getitem__))


@quick_replace
class SeatState(NamedTuple):
    """One player's cards off the field. A pile's last card is its top."""

    deck: str
    hand: Cards = ()
    draw_pile: Cards = ()
    discard_pile: Cards = ()


class Removed(NamedTuple):
    """A unit that left the field by a breakthrough."""

    code: str
    seat: int


@quick_replace
class State(NamedTuple):
    """The fold of a match's events.

    `could_act` records, by seat, whether it could do anything other than pass
    on one of its turns this round (the ending "no action" needs it). `apart`:
    no seat's shuffle depends on another seat (`games/engine/stocks.py`).
    """

    turn: int | None
    could_act: tuple[bool, ...]
    passed: tuple[bool, ...]
    step: str
    seats: tuple[SeatState, ...]
    field: Field
    round: int
    order: tuple[int, ...]
    end_on: str
    max_rounds: int
    offers: tuple[bool, ...]
    resigned: tuple[bool, ...]
    removed: tuple[Removed, ...] = ()
    result: Result | None = None
    apart: bool = False

    def own(self, seat: int) -> SeatState:
        """Return one seat's cards."""
        return self.seats[seat]

    def in_order(self) -> list[int]:
        """Return the seats still in, in this round's turn order."""
        return [seat for seat in self.order if not self.resigned[seat]]

    def movable(self, unit: Unit) -> bool:
        """Tell whether a unit still has its move this round."""
        return unit.may_move(self.round)
