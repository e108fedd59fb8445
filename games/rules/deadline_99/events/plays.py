"""Define the events of playing a card: the count changes, or would go over 99. Pure."""

from __future__ import annotations

from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import Argument, CardRef, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer
from games.rules.deadline_99.cards import RANK_OF, SWINGS

_PLAYED_TO = {
    "A": gettext_noop(
        "%(seat)s plays %(card)s: %(target)s goes next. The count stays at %(count)s."
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
        "%(seat)s plays %(card)s: the direction reverses. The count stays at %(count)s."
    ),
    "angel": gettext_noop("%(seat)s plays %(card)s. The count stays at %(count)s."),
    "reaper": gettext_noop("%(seat)s plays %(card)s. The count stays at %(count)s."),
}


def _change(rank: str, op: str) -> str:
    """Return what a 10 or Q does, as shown: “+10”, “−20”."""
    return f"{'−' if op == '-' else '+'}{SWINGS[rank]}"


@value
class CardPlayed(Event):
    """A card goes onto the discard pile and the count changes from `before` to `count`."""

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


@value
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
