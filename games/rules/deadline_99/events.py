"""What can happen in Deadline 99, and what each viewer is told of it. Pure.

`turn` in an event is whose turn it is after it. Every sentence is a gettext
key; a card's face stands only in sentences of those who may know it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import Argument, CardRef, CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.viewer import Viewer
from games.rules.deadline_99.cards import RANK_OF, SWINGS
from games.rules.deadline_99.roles import (
    BLACK,
    BLACK_KING,
    BLACK_MINISTER,
    FREE,
    KINGS,
    RED,
    RED_KING,
    RED_MINISTER,
)


@dataclass(frozen=True)
class MatchBegun(Event):
    """The pack is shuffled; `draw_pile` is what the deal left of it."""

    name: ClassVar[str] = "match_begun"
    seats: int
    draw_pile: tuple[str, ...]
    factions: bool
    allow_negative: bool
    cap: int
    turn: int

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(
            gettext_noop("The pack is shuffled and dealt; %(seat)s begins."),
            {"seat": SeatRef(self.turn)},
        )


_HAS_ROLE = {
    RED_KING: gettext_noop("%(seat)s is the red king."),
    BLACK_KING: gettext_noop("%(seat)s is the black king."),
    RED_MINISTER: gettext_noop("%(seat)s is a red minister."),
    BLACK_MINISTER: gettext_noop("%(seat)s is a black minister."),
    FREE: gettext_noop("%(seat)s is a free agent."),
}
_HAD_ROLE = {
    RED_MINISTER: gettext_noop("%(seat)s was a red minister."),
    BLACK_MINISTER: gettext_noop("%(seat)s was a black minister."),
    FREE: gettext_noop("%(seat)s was a free agent."),
}


@dataclass(frozen=True)
class RoleDealt(Event):
    """One seat's role; the kings' are public, the others their holder's alone."""

    name: ClassVar[str] = "role_dealt"
    seat: int
    role: str

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        if self.role in KINGS or viewer.is_seat(self.seat):
            return Phrase(_HAS_ROLE[self.role], {"seat": SeatRef(self.seat)})
        return None


@dataclass(frozen=True)
class HandDealt(Event):
    """The cards one seat begins with."""

    name: ClassVar[str] = "hand_dealt"
    seat: int
    cards: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase:
        seat = SeatRef(self.seat)
        if viewer.is_seat(self.seat):
            key = gettext_noop("%(seat)s is dealt %(cards)s.")
            return Phrase(key, {"seat": seat, "cards": CardRefs(self.cards)})
        key = gettext_noop("%(seat)s is dealt %(count)s card.")
        plural = gettext_noop("%(seat)s is dealt %(count)s cards.")
        return Phrase(key, {"seat": seat, "count": len(self.cards)}, plural)


_PLAYED_TO = {
    "A": gettext_noop(
        "%(seat)s plays %(card)s: the next turn is %(target)s’s. The count stays at %(count)s."
    ),
    "J": gettext_noop(
        "%(seat)s plays %(card)s to take a card from %(target)s. The count stays at %(count)s."
    ),
    "7": gettext_noop(
        "%(seat)s plays %(card)s to swap hands with %(target)s. The count stays at %(count)s."
    ),
}
_PLAYED = {
    "8": gettext_noop(
        "%(seat)s plays %(card)s: the direction turns round. The count stays at %(count)s."
    ),
    "angel": gettext_noop("%(seat)s plays %(card)s. The count stays at %(count)s."),
    "reaper": gettext_noop("%(seat)s plays %(card)s. The count stays at %(count)s."),
}


def _change(rank: str, op: str) -> str:
    """Return what a 10 or Q does, as shown: “+10”, “−20”."""
    return f"{'−' if op == '-' else '+'}{SWINGS[rank]}"


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card goes onto the discard pile and the count moves from `before` to `count`."""

    name: ClassVar[str] = "card_played"
    seat: int
    card: str
    op: str | None
    target: int | None
    before: int
    count: int
    direction: int
    turn: int

    def seen_by(self, viewer: Viewer) -> Phrase:
        rank = RANK_OF[self.card]
        args: dict[str, Argument] = {
            "seat": SeatRef(self.seat),
            "card": CardRef(self.card),
            "count": self.count,
        }
        if self.target is not None:
            return Phrase(_PLAYED_TO[rank], {**args, "target": SeatRef(self.target)})
        if rank in _PLAYED:
            return Phrase(_PLAYED[rank], args)
        args["before"] = self.before
        if self.op is not None:
            args["change"] = _change(rank, self.op)
            key = gettext_noop(
                "%(seat)s plays %(card)s as %(change)s: "
                "the count goes from %(before)s to %(count)s."
            )
            return Phrase(key, args)
        key = gettext_noop("%(seat)s plays %(card)s: the count goes from %(before)s to %(count)s.")
        return Phrase(key, args)


@dataclass(frozen=True)
class CardPlayedOver(Event):
    """A card goes onto the discard pile that would take the count to `total`, over 99."""

    name: ClassVar[str] = "card_played_over"
    seat: int
    card: str
    op: str | None
    before: int
    total: int

    def seen_by(self, viewer: Viewer) -> Phrase:
        args: dict[str, Argument] = {
            "seat": SeatRef(self.seat),
            "card": CardRef(self.card),
            "before": self.before,
            "total": self.total,
        }
        if self.op is not None:
            args["change"] = _change(RANK_OF[self.card], self.op)
            key = gettext_noop(
                "%(seat)s plays %(card)s as %(change)s: "
                "that would take the count from %(before)s to %(total)s."
            )
            return Phrase(key, args)
        key = gettext_noop(
            "%(seat)s plays %(card)s: that would take the count from %(before)s to %(total)s."
        )
        return Phrase(key, args)


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class PileReshuffled(Event):
    """The whole discard pile becomes the draw pile; `cards` is its new order."""

    name: ClassVar[str] = "pile_reshuffled"
    cards: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(
            gettext_noop(
                "The draw pile is empty: %(count)s card of the discard pile makes a new one."
            ),
            {"count": len(self.cards)},
            gettext_noop(
                "The draw pile is empty: the %(count)s cards of the discard pile, shuffled, "
                "make a new one."
            ),
        )


@dataclass(frozen=True)
class CardTaken(Event):
    """A jack's card: only who took it and who lost it learn its face."""

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


@dataclass(frozen=True)
class NothingTaken(Event):
    """A jack was played on a player without cards."""

    name: ClassVar[str] = "nothing_taken"
    seat: int
    target: int

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(
            gettext_noop("%(target)s has no card that %(seat)s could take."),
            {"seat": SeatRef(self.seat), "target": SeatRef(self.target)},
        )


_SWAPPED = gettext_noop(
    "%(seat)s and %(target)s swap hands: %(seat_count)s and %(target_count)s cards change sides."
)
_SWAPPED_FOR = gettext_noop("%(seat)s and %(target)s swap hands: %(owner)s now holds %(cards)s.")
_SWAPPED_FOR_NOTHING = gettext_noop(
    "%(seat)s and %(target)s swap hands: %(owner)s now holds nothing."
)
_SWAPPED_OPENLY = gettext_noop(
    "%(seat)s and %(target)s swap hands: %(seat_cards)s against %(target_cards)s."
)


@dataclass(frozen=True)
class HandsSwapped(Event):
    """A seven: two players swap what they hold; each learns their new hand."""

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


_OUT = {
    "over": gettext_noop("%(seat)s is out: over 99."),
    "reaper": gettext_noop("%(seat)s is out: the reaper."),
    "empty_hand": gettext_noop("%(seat)s is out: no cards left when the turn begins."),
}
_OUT_WITH_HAND = {
    "over": gettext_noop(
        "%(seat)s is out: over 99. The hand goes onto the discard pile: %(cards)s."
    ),
    "reaper": gettext_noop(
        "%(seat)s is out: the reaper. The hand goes onto the discard pile: %(cards)s."
    ),
}
OVER, BY_REAPER, EMPTY_HAND = _OUT


@dataclass(frozen=True)
class Eliminated(Event):
    """A player goes out; `hand`, in canonical order, goes onto the discard pile."""

    name: ClassVar[str] = "eliminated"
    seat: int
    reason: str
    hand: tuple[str, ...]
    turn: int

    def seen_by(self, viewer: Viewer) -> Phrase:
        args: dict[str, Argument] = {"seat": SeatRef(self.seat)}
        if not self.hand:
            return Phrase(_OUT[self.reason], args)
        return Phrase(_OUT_WITH_HAND[self.reason], {**args, "cards": CardRefs(self.hand)})


@dataclass(frozen=True)
class Resigned(Event):
    """A player gives up and goes out; `hand` goes onto the discard pile."""

    name: ClassVar[str] = "resigned"
    seat: int
    hand: tuple[str, ...]
    turn: int

    def seen_by(self, viewer: Viewer) -> Phrase:
        args: dict[str, Argument] = {"seat": SeatRef(self.seat)}
        if not self.hand:
            return Phrase(gettext_noop("%(seat)s resigns and is out."), args)
        key = gettext_noop(
            "%(seat)s resigns and is out. The hand goes onto the discard pile: %(cards)s."
        )
        return Phrase(key, {**args, "cards": CardRefs(self.hand)})


@dataclass(frozen=True)
class RoleRevealed(Event):
    """The match is over: everybody learns who a minister or free agent was."""

    name: ClassVar[str] = "role_revealed"
    seat: int
    role: str

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(_HAD_ROLE[self.role], {"seat": SeatRef(self.seat)})


_FACTION_WINS = {
    RED: gettext_noop(
        "The black king is out: the red faction wins, and every free agent still in."
    ),
    BLACK: gettext_noop(
        "The red king is out: the black faction wins, and every free agent still in."
    ),
}


@dataclass(frozen=True)
class MatchEnded(Event):
    """The match is over. `faction` is the winning one, None in classic mode and in a draw."""

    name: ClassVar[str] = "match_ended"
    reason: str
    ranks: tuple[int, ...]
    faction: str | None

    def seen_by(self, viewer: Viewer) -> Phrase:
        if self.faction is not None:
            return Phrase(_FACTION_WINS[self.faction])
        if self.reason == "cap":
            return Phrase(
                gettext_noop(
                    "The limit of plays is reached: all who are still in share the first place."
                )
            )
        winner = SeatRef(self.ranks.index(1))
        return Phrase(gettext_noop("%(seat)s is the last player in and wins."), {"seat": winner})


EVENTS = (
    MatchBegun,
    RoleDealt,
    HandDealt,
    CardPlayed,
    CardPlayedOver,
    CardsDrawn,
    PileReshuffled,
    CardTaken,
    NothingTaken,
    HandsSwapped,
    Eliminated,
    Resigned,
    RoleRevealed,
    MatchEnded,
)
