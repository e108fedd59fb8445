"""Define the events of going out and of the match's end. Pure."""

from __future__ import annotations

from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import Argument, CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer
from games.rules.deadline_99.roles import BLACK, BLACK_MINISTER, FREE, RED, RED_MINISTER

_OUT = {
    "over": gettext_noop("%(seat)s is out: over 99."),
    "reaper": gettext_noop("%(seat)s is out: the reaper."),
    "empty_hand": gettext_noop("%(seat)s is out: no cards at the start of the turn."),
}
_OUT_WITH_HAND = {
    "over": gettext_noop("%(seat)s is out: over 99. Hand discarded: %(cards)s."),
    "reaper": gettext_noop("%(seat)s is out: the reaper. Hand discarded: %(cards)s."),
}
OVER, BY_REAPER, EMPTY_HAND = _OUT


@value
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


@value
class Resigned(Event):
    """A player resigns and goes out; `hand` goes onto the discard pile."""

    name: ClassVar[str] = "resigned"
    seat: int
    hand: tuple[str, ...]
    turn: int

    def seen_by(self, viewer: Viewer) -> Phrase:
        args: dict[str, Argument] = {"seat": SeatRef(self.seat)}
        if not self.hand:
            return Phrase(gettext_noop("%(seat)s resigns and is out."), args)
        key = gettext_noop("%(seat)s resigns and is out. Hand discarded: %(cards)s.")
        return Phrase(key, {**args, "cards": CardRefs(self.hand)})


_HAD_ROLE = {
    RED_MINISTER: gettext_noop("%(seat)s was a red minister."),
    BLACK_MINISTER: gettext_noop("%(seat)s was a black minister."),
    FREE: gettext_noop("%(seat)s was a free agent."),
}


@value
class RoleRevealed(Event):
    """The match is over: everybody learns who a minister or free agent was."""

    name: ClassVar[str] = "role_revealed"
    seat: int
    role: str

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(_HAD_ROLE[self.role], {"seat": SeatRef(self.seat)})


_FACTION_WINS = {
    RED: gettext_noop(
        "The black king is out: the red faction wins, along with every free agent still in."
    ),
    BLACK: gettext_noop(
        "The red king is out: the black faction wins, along with every free agent still in."
    ),
}


_ALL_FIRST = gettext_noop("Play limit reached: everyone shares first place.")
_STAYERS_FIRST = gettext_noop("Play limit reached: everyone still in shares first place.")


@value
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
            return Phrase(_ALL_FIRST if max(self.ranks) == 1 else _STAYERS_FIRST)
        winner = SeatRef(self.ranks.index(1))
        return Phrase(gettext_noop("%(seat)s is the last player in and wins."), {"seat": winner})
