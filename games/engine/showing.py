"""How a game shows a position: a page's regions, each a template and plain arguments. Pure.

A *public* region is made from what a spectator sees and is the same for everybody; an *own* one
from what one seat sees. Where a region of one's own has the id of a public one it takes its place.
`arrange` says how a viewer's page puts them together: who sits at the bottom, what stands where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

JsonObject = dict[str, Any]


class Region(NamedTuple):
    """A named part of a page.

    `id` is that of the element that the template draws; `arguments` are plain JSON values, all
    that the template is given besides the language. Regions may stand within regions.
    """

    id: str
    template: str
    arguments: JsonObject


class SeatFacts(NamedTuple):
    """What everybody may know about who sits where."""

    number: int
    name: str
    bot: str
    user_id: int | None
    to_act: bool
    resigned: bool
    is_away: bool
    stand_in: str
    stood_in: bool
    rank: int | None
    score: int | None
    is_drawn: bool

    @property
    def is_bot(self) -> bool:
        """Tell whether a bot plays here now: its own seat, or standing in for somebody."""
        return bool(self.bot or self.stand_in)

    @property
    def is_winner(self) -> bool:
        """Tell whether the match is over and this seat is first, alone or with some others."""
        return self.rank == 1 and not self.is_drawn


class LatestPly(NamedTuple):
    """What happened last, as one viewer was told it: whose doing, which events, HTML lines."""

    ply: int = 0
    seat: int | None = None
    names: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()

    @property
    def seat_id(self) -> str:
        """Return the id of the element of the seat that acted, from which its card comes."""
        return "" if self.seat is None else f"seat-{self.seat}"


NOTHING_YET = LatestPly()


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A position as one viewer may see it, and what a table shows beside it."""

    view: JsonObject
    """What `snapshot` returns for this viewer."""
    seats: Sequence[SeatFacts]
    me: int | None = None
    """The seat at the bottom, which need not be whose view it is: a replay may show all hands."""
    is_open: bool = False
    """Whether all hands are shown, as in a replay or after the end."""
    legal: Sequence[JsonObject] = ()
    controls: bool = False
    """Whether this viewer may act here when their turn comes."""
    latest: LatestPly = NOTHING_YET
    clock: JsonObject | None = None
    """The turn's times: `started`, `turn_ends`, `deadline`; None where nobody must act."""
    turn: JsonObject | None = None
    """What the turn bar says besides the game's own `hint` and `may_resign`."""
    recap: JsonObject | None = None

    @property
    def is_over(self) -> bool:
        """Tell whether the match is over."""
        return bool(self.view["finished"])

    def clock_of(self, is_turn: bool) -> JsonObject:
        """Return the arguments that let a seat's clock run, if it is that seat's turn."""
        if not is_turn or self.clock is None:
            return {"turn_ends": None, "deadline": None}
        return {"turn_ends": self.clock["turn_ends"], "deadline": self.clock["deadline"]}

    def turn_bar(self, hint: str = "", *, may_resign: bool, card: str | None = None) -> Region:
        """Return the bar that says whose turn it is.

        `hint` is a gettext key that says what to do now; `card`, the code of a card it names.
        """
        own = {"hint": hint, "hint_card": card, "may_resign": may_resign and self.controls}
        return Region("turn", "matches/_turn.jinja", {**(self.turn or {}), **own})

    def ticker(self, most: int | None = None) -> Region:
        """Return the lines of what happened last, the first `most` of them."""
        return Region("ticker", "matches/_ticker.jinja", {"lines": list(self.latest.lines[:most])})


def clockwise(count: int, me: int | None) -> list[int]:
    """Return all seats in order from `me`, or from seat 0 for who only watches."""
    return [((me or 0) + place) % count for place in range(count)]


@dataclass(frozen=True)
class Showing:
    """A game's own table. `arrange` returns the arguments of `games/<game>/table.jinja`."""

    public: Callable[[Scene], Iterable[Region]]
    own: Callable[[Scene], Iterable[Region]]
    arrange: Callable[[Scene], JsonObject]
