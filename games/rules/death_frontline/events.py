"""Define the events of the match and the hands; the field's are in `field_events.py`.

Each class's `seen_by` decides who learns what. Pure.
"""

from __future__ import annotations

from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import Argument, CardRef, CardRefs, Phrase, SeatRef, Term, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer

STEP_NAMES = {
    "mulligan": gettext_noop("Opening hands"),
    "draw": gettext_noop("Draw"),
    "deploy": gettext_noop("Deploy and move"),
    "facility": gettext_noop("Build facilities"),
    "skill": gettext_noop("Skills"),
    "attack": gettext_noop("Attack"),
    "over": gettext_noop("The match is over"),
}
SIDE_NAMES = {"allies": gettext_noop("Allies"), "axis": gettext_noop("Axis")}

BEGAN = gettext_noop("The match begins: the Allies hold rows 1–3, the Axis rows 5–7.")
DEALT_SELF = gettext_noop("%(seat)s is dealt %(cards)s.")
DEALT = gettext_noop("%(seat)s is dealt %(count)s cards.")
KEPT = gettext_noop("%(seat)s keeps the opening hand.")
MULLIGAN_SELF = gettext_noop("%(seat)s takes a mulligan and draws %(cards)s.")
MULLIGAN = gettext_noop("%(seat)s takes a mulligan and draws %(count)s new cards.")
ROUND = gettext_noop("Round %(round)s begins.")
STEP = gettext_noop("Step: %(step)s.")
DREW_SELF = gettext_noop("%(seat)s draws %(card)s.")
DREW = gettext_noop("%(seat)s draws a card.")
SKIPPED = gettext_noop("%(seat)s doesn’t draw.")
DISCARDED = gettext_noop("%(seat)s discards %(card)s.")
PASSED = gettext_noop("%(seat)s passes.")
OFFERED = gettext_noop("%(seat)s offers to end the battle after this round.")
RESIGNED = gettext_noop("%(seat)s resigns.")
RESIGNED_CARDS = gettext_noop("%(seat)s resigns and discards %(cards)s.")
ENDS = {
    "breakthrough": gettext_noop("%(side)s break through and win."),
    "annihilation": gettext_noop("The enemy has no troops left: %(side)s win."),
    "resignation": gettext_noop("The enemy has resigned: %(side)s win."),
    "out_of_cards": gettext_noop("A player is out of cards: the battle ends."),
    "no_action": gettext_noop("One side had nothing to do all round: the battle ends."),
    "max_rounds": gettext_noop("That was the last round: the battle ends."),
    "agreement": gettext_noop("Everyone has offered to end the battle: it ends."),
}
AREA_WIN = gettext_noop(
    "%(end)s Cells held in enemy territory: Allies %(allies)s, Axis %(axis)s. %(side)s win."
)
AREA_DRAW = gettext_noop(
    "%(end)s Cells held in enemy territory: Allies %(allies)s, Axis %(axis)s. It’s a draw."
)


@value
class MatchBegan(Event):
    """The match began: each seat's deck, and the options that matter later."""

    name: ClassVar[str] = "match_began"
    width: int
    decks: tuple[str, ...]
    order: tuple[int, ...]
    end_on: str
    max_rounds: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(BEGAN)


@value
class Dealt(Event):
    """A seat's deck was shuffled and its hand drawn from the top."""

    name: ClassVar[str] = "dealt"
    seat: int
    hand: tuple[str, ...]
    draw_pile: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        if viewer.is_seat(self.seat):
            return Phrase(DEALT_SELF, {"seat": SeatRef(self.seat), "cards": CardRefs(self.hand)})
        return Phrase(DEALT, {"seat": SeatRef(self.seat), "count": len(self.hand)})


@value
class Kept(Event):
    """A seat kept its opening hand."""

    name: ClassVar[str] = "kept"
    seat: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(KEPT, {"seat": SeatRef(self.seat)})


@value
class Mulliganed(Event):
    """A seat shuffled its hand into its draw pile and drew a new one."""

    name: ClassVar[str] = "mulliganed"
    seat: int
    hand: tuple[str, ...]
    draw_pile: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        if viewer.is_seat(self.seat):
            return Phrase(MULLIGAN_SELF, {"seat": SeatRef(self.seat), "cards": CardRefs(self.hand)})
        return Phrase(MULLIGAN, {"seat": SeatRef(self.seat), "count": len(self.hand)})


@value
class RoundBegan(Event):
    """A round began: exhaustion, moves, offers and the round's effects are gone."""

    name: ClassVar[str] = "round_began"
    round: int
    order: tuple[int, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(ROUND, {"round": self.round})


@value
class StepBegan(Event):
    """A step of the round began; seats that have resigned count as having passed."""

    name: ClassVar[str] = "step_began"
    step: str
    passed: tuple[bool, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(STEP, {"step": Term(STEP_NAMES[self.step])})


@value
class TurnBegan(Event):
    """A seat's turn began; `could_act` if it can do anything other than pass.

    No log line: `could_act` would reveal something about the hand.
    """

    name: ClassVar[str] = "turn_began"
    seat: int
    could_act: bool

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return None


@value
class Drew(Event):
    """A seat drew the top card of its draw pile."""

    name: ClassVar[str] = "drew"
    seat: int
    card: str

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        if viewer.is_seat(self.seat):
            return Phrase(DREW_SELF, {"seat": SeatRef(self.seat), "card": CardRef(self.card)})
        return Phrase(DREW, {"seat": SeatRef(self.seat)})


@value
class DrawSkipped(Event):
    """A seat with a full hand chose to draw nothing."""

    name: ClassVar[str] = "draw_skipped"
    seat: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(SKIPPED, {"seat": SeatRef(self.seat)})


@value
class Discarded(Event):
    """A seat discarded a card from its hand to draw another."""

    name: ClassVar[str] = "discarded"
    seat: int
    card: str

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(DISCARDED, {"seat": SeatRef(self.seat), "card": CardRef(self.card)})


@value
class Passed(Event):
    """A seat passed and is out of this step."""

    name: ClassVar[str] = "passed"
    seat: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(PASSED, {"seat": SeatRef(self.seat)})


@value
class EndOffered(Event):
    """A seat offered to end the match at this round's settlement."""

    name: ClassVar[str] = "end_offered"
    seat: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(OFFERED, {"seat": SeatRef(self.seat)})


@value
class Resigned(Event):
    """A seat gave up: `cards` (hand, then draw pile from the top) are on its discard pile."""

    name: ClassVar[str] = "resigned"
    seat: int
    cards: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        seat = SeatRef(self.seat)
        if not self.cards:
            return Phrase(RESIGNED, {"seat": seat})
        return Phrase(RESIGNED_CARDS, {"seat": seat, "cards": CardRefs(self.cards)})


@value
class MatchEnded(Event):
    """The match ended. `winner` is a side or None; `areas` (Allies, Axis) if they decided it."""

    name: ClassVar[str] = "match_ended"
    reason: str
    winner: str | None
    ranks: tuple[int, ...]
    areas: tuple[int, ...] | None

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        side = Term(SIDE_NAMES[self.winner]) if self.winner else None
        if self.areas is None:
            return Phrase(ENDS[self.reason], {"side": side} if side else {})
        counts: dict[str, Argument] = {
            "end": Term(ENDS[self.reason]), "allies": self.areas[0], "axis": self.areas[1]
        }  # fmt: skip
        if side is None:
            return Phrase(AREA_DRAW, counts)
        return Phrase(AREA_WIN, {**counts, "side": side})
