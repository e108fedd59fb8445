"""Define the opening events of a match, a round and the hands. Imports only `games.engine`."""

from __future__ import annotations

from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import CardRef, CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer

ROUND_BEGAN = gettext_noop("Round %(round)s: %(seat)s deals.")
YOUR_HAND = gettext_noop("%(seat)s is dealt %(cards)s.")
FIRST_CARD = gettext_noop("%(card)s is turned over to start the discard pile.")


@value
class MatchStarted(Event):
    """The match began, with these options."""

    name: ClassVar[str] = "match_started"
    seats: int
    end: str
    target: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """No line: the first round's follows."""
        return None


@value
class RoundBegan(Event):
    """A round was shuffled; `draw_pile` is the rest after the deal, bottom to top."""

    name: ClassVar[str] = "round_began"
    round: int
    dealer: int
    draw_pile: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees who deals; nobody sees the draw pile."""
        return Phrase(ROUND_BEGAN, {"round": self.round, "seat": SeatRef(self.dealer)})


@value
class HandDealt(Event):
    """A seat was dealt its hand."""

    name: ClassVar[str] = "hand_dealt"
    seat: int
    cards: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Only the seat itself sees its hand."""
        if not viewer.is_seat(self.seat):
            return None
        return Phrase(YOUR_HAND, {"seat": SeatRef(self.seat), "cards": CardRefs(self.cards)})


@value
class FirstCardTurned(Event):
    """The draw pile's top card started the discard pile."""

    name: ClassVar[str] = "first_card_turned"
    card: str

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        return Phrase(FIRST_CARD, {"card": CardRef(self.card)})
