"""Define the events of laying cards during a turn, all face up. Imports only `games.engine`."""

from __future__ import annotations

from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import Argument, CardRef, CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer
from games.rules.zombie_rummy.cards import GANG, NUKE, ZOMBIE

PLACED = gettext_noop("%(seat)s places %(card)s.")
ATTACKED = gettext_noop("%(seat)s sends a zombie at %(target)s.")
LOCKED = gettext_noop("%(seat)s locks a brain with a zombie.")
STOLEN = gettext_noop("%(seat)s steals %(victim)s’s brain with a zombie, which locks it.")
BROKEN = gettext_noop(
    "%(seat)s breaks %(victim)s’s %(card)s with a zombie. Both cards are removed."
)
HORDE_OWN = gettext_noop("%(seat)s turns a zombie on their own table into a horde.")
HORDE = gettext_noop("%(seat)s turns the zombie in front of %(holder)s into a horde.")
SET_ON_TABLE = gettext_noop("%(seat)s lays %(cards)s.")
SET_ON_ZOMBIE = gettext_noop("%(seat)s lays %(cards)s on a zombie and eliminates it.")
SET_ON_HORDE = gettext_noop("%(seat)s lays %(cards)s on a horde and eliminates it.")
SET_SENTENCES = {"table": SET_ON_TABLE, "zombie": SET_ON_ZOMBIE, "horde": SET_ON_HORDE}
LAID_OFF_OWN = gettext_noop("%(seat)s adds %(card)s to a set.")
LAID_OFF = gettext_noop("%(seat)s adds %(card)s to one of %(holder)s’s sets.")
NUKED = gettext_noop("%(seat)s nukes %(target)s: %(cards)s are removed.")
NUKED_SELF = gettext_noop("%(seat)s drops a nuke on themselves: %(cards)s are removed.")
NUKED_SELF_ALONE = gettext_noop("%(seat)s drops a nuke on themselves. It was their last card.")
NUKED_NOTHING = gettext_noop("%(seat)s nukes %(target)s, who had no cards.")

# Sentences that name a card in words also carry it as "played", so that it counts as revealed.


@value
class CardPlaced(Event):
    """A brain, radio or barricade became a new stack in front of its player."""

    name: ClassVar[str] = "card_placed"
    seat: int
    card: str
    stack: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        return Phrase(PLACED, {"seat": SeatRef(self.seat), "card": CardRef(self.card)})


@value
class SeatAttacked(Event):
    """A zombie became a new stack in front of another seat."""

    name: ClassVar[str] = "seat_attacked"
    seat: int
    target: int
    stack: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        return Phrase(
            ATTACKED,
            {
                "seat": SeatRef(self.seat),
                "target": SeatRef(self.target),
                "played": CardRef(ZOMBIE),
            },
        )


@value
class BrainLocked(Event):
    """A zombie was put on its player's own brain."""

    name: ClassVar[str] = "brain_locked"
    seat: int
    stack: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        return Phrase(LOCKED, {"seat": SeatRef(self.seat), "played": CardRef(ZOMBIE)})


@value
class BrainStolen(Event):
    """A zombie was put on another's brain, and the stack moved to the end of the thief's table."""

    name: ClassVar[str] = "brain_stolen"
    seat: int
    victim: int
    stack: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        return Phrase(
            STOLEN,
            {
                "seat": SeatRef(self.seat),
                "victim": SeatRef(self.victim),
                "played": CardRef(ZOMBIE),
            },
        )


@value
class DeviceBroken(Event):
    """A zombie broke another seat's radio or barricade; both left the round."""

    name: ClassVar[str] = "device_broken"
    seat: int
    victim: int
    stack: int
    device: str

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        return Phrase(
            BROKEN,
            {
                "seat": SeatRef(self.seat),
                "victim": SeatRef(self.victim),
                "card": CardRef(self.device),
                "played": CardRef(ZOMBIE),
            },
        )


@value
class HordeFormed(Event):
    """A gang covered an open zombie in front of `holder`."""

    name: ClassVar[str] = "horde_formed"
    seat: int
    holder: int
    stack: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        args: dict[str, Argument] = {"seat": SeatRef(self.seat), "played": CardRef(GANG)}
        if self.seat == self.holder:
            return Phrase(HORDE_OWN, args)
        return Phrase(HORDE, {**args, "holder": SeatRef(self.holder)})


@value
class SetLaid(Event):
    """A set was laid; `on` is table, zombie or horde, `weapons` marks a weapon set."""

    name: ClassVar[str] = "set_laid"
    seat: int
    cards: tuple[str, ...]
    kind: str
    stack: int
    on: str
    weapons: bool

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        args: dict[str, Argument] = {"seat": SeatRef(self.seat), "cards": CardRefs(self.cards)}
        return Phrase(SET_SENTENCES[self.on], args)


@value
class CardLaidOff(Event):
    """A weapon card joined a set in front of `holder`; `cards` is the resulting set."""

    name: ClassVar[str] = "card_laid_off"
    seat: int
    holder: int
    stack: int
    card: str
    kind: str
    cards: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        args: dict[str, Argument] = {"seat": SeatRef(self.seat), "card": CardRef(self.card)}
        if self.seat == self.holder:
            return Phrase(LAID_OFF_OWN, args)
        return Phrase(LAID_OFF, {**args, "holder": SeatRef(self.holder)})


@value
class SeatNuked(Event):
    """Every card of `target` left the round: `table` stack by stack, then `hand`, sorted."""

    name: ClassVar[str] = "seat_nuked"
    seat: int
    target: int
    table: tuple[str, ...]
    hand: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it: removed cards are public."""
        args: dict[str, Argument] = {
            "seat": SeatRef(self.seat),
            "target": SeatRef(self.target),
            "played": CardRef(NUKE),
        }
        at_home = self.seat == self.target
        if not self.table + self.hand:
            return Phrase(NUKED_SELF_ALONE if at_home else NUKED_NOTHING, args)
        sentence = NUKED_SELF if at_home else NUKED
        return Phrase(sentence, {**args, "cards": CardRefs(self.table + self.hand)})
