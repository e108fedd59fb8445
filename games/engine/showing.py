"""Describe a position as regions of a page, each a template and plain arguments. Pure.

A *public* region is made from the spectator's view and is the same for everybody; a *private* one
is made from one seat's view and replaces the public region with the same id. `layout` places the
regions on a viewer's page: who sits at the bottom, what goes where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

JsonObject = dict[str, Any]


class Region(NamedTuple):
    """A named part of a page.

    `id` is the id of the element the template renders. `arguments` are plain JSON values, and all
    the template gets besides the language. Regions may nest.
    """

    id: str
    template: str
    arguments: JsonObject


class SeatFacts(NamedTuple):
    """The public facts about a seat and who plays it."""

    number: int
    name: str
    bot: str
    user_id: int | None
    """For whom the seat counts: who began there."""
    to_act: bool
    resigned: bool
    is_away: bool
    stand_in: str
    stood_in: bool
    rank: int | None
    score: int | None
    is_drawn: bool
    began: str = ""
    """The name of who began, where a substitute plays now."""
    began_face: str = ""
    taken_over_after: int | None = None
    """How many actions there had been when the substitute came."""
    face: str = ""
    """See `accounts/faces/drawn.py`; of a bot its icon."""

    @property
    def player_bot(self) -> str:
        """Return the level of the bot that plays here now: its own seat, or standing in."""
        return self.bot or self.stand_in

    @property
    def is_winner(self) -> bool:
        """Tell whether the match is over and this seat is first, alone or shared."""
        return self.rank == 1 and not self.is_drawn


class ToldLine(NamedTuple):
    """A log line as the table tells it beside the play."""

    number: int
    html: str
    places: tuple[str, ...] = ()
    """Ids of elements that show it, the best first; not all need to be on the page."""
    drama: str = ""
    """The icon of a dramatic event."""
    is_mine: bool = False
    """Whether somebody else did this to the viewer."""


class LatestPly(NamedTuple):
    """The latest ply as shown to one viewer: the seat that acted, event names, log lines."""

    ply: int = 0
    seat: int | None = None
    names: tuple[str, ...] = ()
    lines: tuple[ToldLine, ...] = ()

    @property
    def seat_id(self) -> str:
        """Return the element id of the seat that acted, where its card animates from."""
        return "" if self.seat is None else f"seat-{self.seat}"


NOTHING_YET = LatestPly()


class SinceThen(NamedTuple):
    """What others did since the viewer last acted.

    `lines` has first what was done to the viewer, then the rest, the newest ply first. After a
    long absence, `rest` counts the moves that are left out, by seat.
    """

    lines: tuple[ToldLine, ...]
    rest: tuple[tuple[int, int], ...] = ()
    is_whole: bool = False
    """Whether it tells a new substitute all that their seat saw and did since the deal."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A position as one viewer may see it, and what the table shows around it."""

    view: JsonObject
    """What `snapshot` returns for this viewer."""
    seats: Sequence[SeatFacts]
    me: int | None = None
    """The seat at the bottom; not always the view's owner, as a replay may show all hands."""
    is_open: bool = False
    """Whether all hands are shown, as in a replay or after the end."""
    legal: Sequence[JsonObject] = ()
    controls: bool = False
    """Whether this viewer may act here on their turn."""
    latest: LatestPly = NOTHING_YET
    since: SinceThen | None = None
    """For a player who may still act; None right after their own action."""
    clock: JsonObject | None = None
    """The turn's times: `started`, `turn_ends`, `deadline`; None when nobody is to act."""
    turn: JsonObject | None = None
    """The turn bar's arguments besides the game's own hint."""
    recap: JsonObject | None = None

    @property
    def is_over(self) -> bool:
        """Tell whether the match is over."""
        return bool(self.view["finished"])

    def clock_of(self, is_turn: bool) -> JsonObject:
        """Return the arguments for a seat's clock, running only on that seat's turn."""
        if not is_turn or self.clock is None:
            return {"turn_ends": None, "deadline": None}
        return {"turn_ends": self.clock["turn_ends"], "deadline": self.clock["deadline"]}

    def turn_bar(self, hint: str = "", *, card: str | None = None) -> Region:
        """Return the bar that says whose turn it is.

        `hint` is a gettext key saying what to do on one's own turn; `card` is the code of a card
        it names.
        """
        own = {"hint": hint, "hint_card": card} if self.legal else {}
        return Region("turn", "matches/_turn.jinja", {**(self.turn or {}), **own})

    def ticker(self, most: int | None = None) -> Region:
        """Return what others did since the viewer acted, or the latest ply's first `most` lines."""
        since = self.since
        lines = self.latest.lines[:most] if since is None else since.lines
        rest = [] if since is None else [[self.seats[one].name, n] for one, n in since.rest]
        told = {"lines": [line._asdict() for line in lines], "since": since is not None}
        told["is_whole"] = since is not None and since.is_whole
        return Region("ticker", "matches/_ticker.jinja", {**told, "rest": rest})


def clockwise(count: int, me: int | None) -> list[int]:
    """Return all seats in order from `me`, or from seat 0 for a spectator."""
    return [((me or 0) + place) % count for place in range(count)]


def nowhere(event: Any) -> tuple[str, ...]:
    """Return no place."""
    return ()


@dataclass(frozen=True)
class TableRegions:
    """A game's own table. `layout` returns the arguments of `games/<game>/table.jinja`."""

    public: Callable[[Scene], Iterable[Region]]
    private: Callable[[Scene], Iterable[Region]]
    """Called for pages with a seat at the bottom only."""
    layout: Callable[[Scene], JsonObject]
    places: Callable[[Any], tuple[str, ...]] = nowhere
    """Returns where an event can be seen: ids of elements, the best first. From public facts."""
    dramas: Mapping[str, str] = field(default_factory=dict)
    """The icons of dramatic events, by their names."""
    routine: frozenset[str] = frozenset()
    """Names of events that nobody needs to be told of beside the play; the log has them."""
    sounds: Mapping[str, str] = field(default_factory=dict)
    """What events sound like (static/js/sound.js), by their names, the most telling first."""
