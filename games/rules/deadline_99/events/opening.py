"""Define the opening events: the pack, the roles, the hands. Pure."""

from __future__ import annotations

from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer
from games.rules.deadline_99.roles import (
    BLACK_KING,
    BLACK_MINISTER,
    FREE,
    KINGS,
    RED_KING,
    RED_MINISTER,
)


@value
class MatchBegun(Event):
    """The pack is shuffled; `draw_pile` is the rest of it after the deal."""

    name: ClassVar[str] = "match_begun"
    seats: int
    draw_pile: tuple[str, ...]
    factions: bool
    allow_negative: bool
    cap: int
    turn: int

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(
            gettext_noop("The cards are shuffled and dealt. %(seat)s goes first."),
            {"seat": SeatRef(self.turn)},
        )


_HAS_ROLE = {
    RED_KING: gettext_noop("%(seat)s is the red king."),
    BLACK_KING: gettext_noop("%(seat)s is the black king."),
    RED_MINISTER: gettext_noop("%(seat)s is a red minister."),
    BLACK_MINISTER: gettext_noop("%(seat)s is a black minister."),
    FREE: gettext_noop("%(seat)s is a free agent."),
}


@value
class RoleDealt(Event):
    """One seat's role; kings are public, other roles known only to their holder."""

    name: ClassVar[str] = "role_dealt"
    seat: int
    role: str

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        if self.role in KINGS or viewer.is_seat(self.seat):
            return Phrase(_HAS_ROLE[self.role], {"seat": SeatRef(self.seat)})
        return None


@value
class HandDealt(Event):
    """One seat's starting cards."""

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
