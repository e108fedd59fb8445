"""Define the field's events. The field is public, so everybody sees them. Pure."""

from __future__ import annotations

from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import Argument, CardRef, CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer
from games.rules.death_frontline.field import Cell

DEPLOYED = gettext_noop("%(seat)s deploys %(card)s to %(cell)s.")
MOVED = gettext_noop("%(seat)s moves %(card)s from %(start)s to %(cell)s.")
RUSHED = gettext_noop("%(seat)s rushes %(card)s from %(start)s to %(cell)s.")
ADVANCED = gettext_noop("%(seat)s’s %(card)s advances from %(start)s to %(cell)s.")
BROKE_THROUGH = gettext_noop("%(seat)s’s %(card)s breaks through from %(cell)s!")
BUILT = gettext_noop("%(seat)s builds %(card)s on %(cell)s.")
PLAYED = gettext_noop("%(seat)s plays %(card)s.")
PLAYED_AT = gettext_noop("%(seat)s plays %(card)s on %(cell)s.")
SUPPRESSED = gettext_noop("%(seat)s’s %(card)s on %(cell)s is exhausted.")
ATTACK_WINS = gettext_noop(
    "%(seat)s attacks %(target)s on %(cell)s with %(cards)s: "
    "%(attack)s against %(defence)s, destroyed."
)
ATTACK_FAILS = gettext_noop(
    "%(seat)s attacks %(target)s on %(cell)s with %(cards)s: "
    "%(attack)s against %(defence)s, it holds."
)
LOSSES = {
    "attack": gettext_noop("%(seat)s loses %(card)s on %(cell)s."),
    "skill": gettext_noop("%(seat)s’s %(card)s on %(cell)s is destroyed."),
    "mine": gettext_noop("%(seat)s’s %(card)s is destroyed by mines on %(cell)s."),
    "overrun": gettext_noop("%(seat)s’s %(card)s on %(cell)s is overrun."),
    "mine_used": gettext_noop("%(seat)s’s %(card)s on %(cell)s is used up."),
    "engineer": gettext_noop("Engineers clear %(seat)s’s %(card)s on %(cell)s."),
}


def cell_name(cell: Cell) -> str:
    """Return a cell in people's notation: column letter and row, C4 for (3, 4)."""
    return f"{'ABCDE'[cell[0] - 1]}{cell[1]}"


@value
class Deployed(Event):
    """A troop or resource was deployed from a hand onto the field."""

    name: ClassVar[str] = "deployed"
    seat: int
    card: str
    cell: Cell

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(
            DEPLOYED,
            {
                "seat": SeatRef(self.seat),
                "card": CardRef(self.card),
                "cell": cell_name(self.cell),
            },
        )


@value
class Moved(Event):
    """A unit went along `path`; `counts` if it used up its move of the round (a blitz does not)."""

    name: ClassVar[str] = "moved"
    seat: int
    card: str
    start: Cell
    path: tuple[Cell, ...]
    counts: bool

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(
            MOVED if self.counts else RUSHED,
            {
                "seat": SeatRef(self.seat),
                "card": CardRef(self.card),
                "start": cell_name(self.start),
                "cell": cell_name(self.path[-1]),
            },
        )


@value
class Advanced(Event):
    """An attacker entered the cell of the troop it destroyed."""

    name: ClassVar[str] = "advanced"
    seat: int
    card: str
    start: Cell
    cell: Cell

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(
            ADVANCED,
            {
                "seat": SeatRef(self.seat),
                "card": CardRef(self.card),
                "start": cell_name(self.start),
                "cell": cell_name(self.cell),
            },
        )


@value
class BrokeThrough(Event):
    """A troop left the field behind the enemy's far edge."""

    name: ClassVar[str] = "broke_through"
    seat: int
    card: str
    cell: Cell

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(
            BROKE_THROUGH,
            {
                "seat": SeatRef(self.seat),
                "card": CardRef(self.card),
                "cell": cell_name(self.cell),
            },
        )


@value
class Built(Event):
    """A facility was built from a hand onto the field."""

    name: ClassVar[str] = "built"
    seat: int
    card: str
    cell: Cell

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(
            BUILT,
            {
                "seat": SeatRef(self.seat),
                "card": CardRef(self.card),
                "cell": cell_name(self.cell),
            },
        )


@value
class SkillPlayed(Event):
    """A skill card was played from a hand onto the discard pile."""

    name: ClassVar[str] = "skill_played"
    seat: int
    card: str
    cell: Cell | None

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        told: dict[str, Argument] = {"seat": SeatRef(self.seat), "card": CardRef(self.card)}
        if self.cell is None:
            return Phrase(PLAYED, told)
        return Phrase(PLAYED_AT, {**told, "cell": cell_name(self.cell)})


@value
class EffectBegan(Event):
    """A skill's effect lasts until settlement. No log line: the card's own says enough."""

    name: ClassVar[str] = "effect_began"
    seat: int
    effect: str
    amount: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return None


@value
class Suppressed(Event):
    """A skill exhausted the troop in `cell`; `seat` is its owner."""

    name: ClassVar[str] = "suppressed"
    seat: int
    card: str
    cell: Cell

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(
            SUPPRESSED,
            {
                "seat": SeatRef(self.seat),
                "card": CardRef(self.card),
                "cell": cell_name(self.cell),
            },
        )


@value
class Attacked(Event):
    """Troops attacked together and are exhausted; losses follow as separate events."""

    name: ClassVar[str] = "attacked"
    seat: int
    attackers: tuple[Cell, ...]
    cards: tuple[str, ...]
    target: str
    cell: Cell
    layer: str
    attack: int
    defence: int
    destroyed: bool

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return Phrase(
            ATTACK_WINS if self.destroyed else ATTACK_FAILS,
            {
                "seat": SeatRef(self.seat),
                "cards": CardRefs(self.cards),
                "target": CardRef(self.target),
                "cell": cell_name(self.cell),
                "attack": self.attack,
                "defence": self.defence,
            },
        )


@value
class UnitLost(Event):
    """A unit left the field for its owner's discard pile; `cause` is a key of LOSSES."""

    name: ClassVar[str] = "unit_lost"
    seat: int
    card: str
    cell: Cell
    cause: str

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return _loss(self.seat, self.card, self.cell, self.cause)


@value
class FacilityLost(Event):
    """A facility left the field for its owner's discard pile; `cause` is a key of LOSSES."""

    name: ClassVar[str] = "facility_lost"
    seat: int
    card: str
    cell: Cell
    cause: str

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        return _loss(self.seat, self.card, self.cell, self.cause)


def _loss(seat: int, card: str, cell: Cell, cause: str) -> Phrase:
    """Return the log line for a loss."""
    return Phrase(
        LOSSES[cause],
        {"seat": SeatRef(seat), "card": CardRef(card), "cell": cell_name(cell)},
    )
