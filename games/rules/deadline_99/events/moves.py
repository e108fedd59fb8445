"""Define events that move cards after a play: draws, reshuffle, jack, seven. Pure."""

from __future__ import annotations

from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import Argument, CardRef, CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer


@value
class CardsDrawn(Event):
    """Cards come from the top of the draw pile, the top card first."""

    name: ClassVar[str] = "cards_drawn"
    seat: int
    cards: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase:
        seat = SeatRef(self.seat)
        if viewer.is_seat(self.seat):
            key = gettext_noop("%(seat)s draws %(cards)s.")
            return Phrase(key, {"seat": seat, "cards": CardRefs(self.cards)})
        key = gettext_noop("%(seat)s draws %(count)s card.")
        plural = gettext_noop("%(seat)s draws %(count)s cards.")
        return Phrase(key, {"seat": seat, "count": len(self.cards)}, plural)


@value
class PileReshuffled(Event):
    """The whole discard pile becomes the draw pile; `cards` is its new order."""

    name: ClassVar[str] = "pile_reshuffled"
    cards: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(
            gettext_noop(
                "The draw pile is empty: %(count)s card from the discard pile becomes the new one."
            ),
            {"count": len(self.cards)},
            gettext_noop(
                "The draw pile is empty: %(count)s cards from the discard pile are "
                "shuffled into a new one."
            ),
        )


@value
class CardTaken(Event):
    """A jack took a card; only the taker and the loser learn its face."""

    name: ClassVar[str] = "card_taken"
    seat: int
    target: int
    card: str

    def seen_by(self, viewer: Viewer) -> Phrase:
        args: dict[str, Argument] = {"seat": SeatRef(self.seat), "target": SeatRef(self.target)}
        if viewer.is_seat(self.seat, self.target):
            key = gettext_noop("%(seat)s takes %(card)s from %(target)s.")
            return Phrase(key, {**args, "card": CardRef(self.card)})
        return Phrase(gettext_noop("%(seat)s takes a card from %(target)s."), args)


@value
class NothingTaken(Event):
    """A jack was played on a player without cards."""

    name: ClassVar[str] = "nothing_taken"
    seat: int
    target: int

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(
            gettext_noop("%(target)s has no card for %(seat)s to take."),
            {"seat": SeatRef(self.seat), "target": SeatRef(self.target)},
        )


_SWAPPED = gettext_noop(
    "%(seat)s and %(target)s swap hands: "
    "%(seat)s now has %(seat_count)s, %(target)s has %(target_count)s."
)
_SWAPPED_FOR = gettext_noop("%(seat)s and %(target)s swap hands: %(owner)s now holds %(cards)s.")
_SWAPPED_FOR_NOTHING = gettext_noop(
    "%(seat)s and %(target)s swap hands: %(owner)s now holds nothing."
)
_SWAPPED_OPENLY = gettext_noop(
    "%(seat)s and %(target)s swap hands: %(seat_cards)s for %(target_cards)s."
)


@value
class HandsSwapped(Event):
    """A seven: two players swap hands; each learns their new hand."""

    name: ClassVar[str] = "hands_swapped"
    seat: int
    target: int
    seat_hand: tuple[str, ...]
    target_hand: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase:
        args: dict[str, Argument] = {"seat": SeatRef(self.seat), "target": SeatRef(self.target)}
        if viewer.sees_all:
            args |= {
                "seat_cards": CardRefs(self.seat_hand),
                "target_cards": CardRefs(self.target_hand),
            }
            return Phrase(_SWAPPED_OPENLY, args)
        for owner, hand in ((self.seat, self.seat_hand), (self.target, self.target_hand)):
            if viewer.is_seat(owner):
                key = _SWAPPED_FOR if hand else _SWAPPED_FOR_NOTHING
                return Phrase(key, {**args, "owner": SeatRef(owner), "cards": CardRefs(hand)})
        args |= {"seat_count": len(self.seat_hand), "target_count": len(self.target_hand)}
        return Phrase(_SWAPPED, args)
