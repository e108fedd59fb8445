"""Define the events that frame a turn: its beginning, the draw, the discard, its end.

Imports only `games.engine`.
"""

from __future__ import annotations

from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import CardRef, CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer

DRAWN = gettext_noop("%(seat)s draws a card.")
DRAWN_OWN = gettext_noop("%(seat)s draws %(card)s.")
TAKEN_TOP = gettext_noop("%(seat)s takes %(card)s from the discard pile.")
TAKEN_DEEP = gettext_noop(
    "%(seat)s takes %(count)s cards from the discard pile (%(cards)s) and must lay a set "
    "with %(must)s right away."
)
DISCARDED = gettext_noop("%(seat)s discards %(card)s.")
EMPTIED = gettext_noop("%(seat)s has no cards left to discard. The turn ends.")


@value
class TurnBegan(Event):
    """A seat's turn began, with a draw due."""

    name: ClassVar[str] = "turn_began"
    seat: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """No line: the seat's draw shows it."""
        return None


@value
class CardDrawn(Event):
    """A seat drew the top card of the draw pile."""

    name: ClassVar[str] = "card_drawn"
    seat: int
    card: str

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """The seat sees the card, the others that one was drawn."""
        if not viewer.is_seat(self.seat):
            return Phrase(DRAWN, {"seat": SeatRef(self.seat)})
        return Phrase(DRAWN_OWN, {"seat": SeatRef(self.seat), "card": CardRef(self.card)})


@value
class DiscardsTaken(Event):
    """A seat took cards (bottom to top) off the discard pile; `must_meld` is the new value."""

    name: ClassVar[str] = "discards_taken"
    seat: int
    cards: tuple[str, ...]
    must_meld: str | None

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees them: they lay face up."""
        if self.must_meld is None:
            return Phrase(TAKEN_TOP, {"seat": SeatRef(self.seat), "card": CardRef(self.cards[0])})
        return Phrase(
            TAKEN_DEEP,
            {
                "seat": SeatRef(self.seat),
                "count": len(self.cards),
                "cards": CardRefs(self.cards),
                "must": CardRef(self.must_meld),
            },
        )


@value
class CardDiscarded(Event):
    """A seat put a card on the discard pile."""

    name: ClassVar[str] = "card_discarded"
    seat: int
    card: str

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        return Phrase(DISCARDED, {"seat": SeatRef(self.seat), "card": CardRef(self.card)})


@value
class TurnEnded(Event):
    """A turn was finished and counted; `emptied` if by laying the hand's last card."""

    name: ClassVar[str] = "turn_ended"
    seat: int
    emptied: bool

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it; after a discard there is nothing to add."""
        return Phrase(EMPTIED, {"seat": SeatRef(self.seat)}) if self.emptied else None
