"""Who must agree to a pause or to an end without a result, and who has; from rows and a position.

The voters are the people still in the match: not bots, not seats with a stand-in bot, not people
who have resigned or are out. All of that is public, so a vote reveals nothing about a hand or side.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from games.engine.contract import Rules
from games.engine.match import still_in
from games.matches.models import Match, Seat

PAUSE, VOID = "pause", "void"
FIELDS = {PAUSE: "agrees_to_pause", VOID: "agrees_to_void"}
LONGEST_PAUSE = timedelta(minutes=30)


def is_asked(seat: Seat, rules: Rules, state: Any) -> bool:
    """Tell whether a seat is held by a voter."""
    return seat.user_id is not None and not seat.stand_in and still_in(rules, state, seat.number)


def voters(seats: Sequence[Seat], rules: Rules, state: Any) -> list[Seat]:
    """Return the voters' seats."""
    return [seat for seat in seats if is_asked(seat, rules, state)]


def is_agreed(kind: str, seats: Sequence[Seat], rules: Rules, state: Any) -> bool:
    """Tell whether all voters have agreed; without voters nothing is agreed."""
    if not _is_moved(kind, seats):
        return False
    asked = voters(seats, rules, state)
    return bool(asked) and all(getattr(seat, FIELDS[kind]) for seat in asked)


def _is_moved(kind: str, seats: Sequence[Seat]) -> bool:
    """Tell whether anybody has agreed; if not, skip asking the rules who is still in."""
    return any(getattr(seat, FIELDS[kind]) for seat in seats)


class Motion(NamedTuple):
    """A motion: who has agreed and who has not yet.

    `mine` tells whether this person has agreed, None without a vote. Names nobody if nobody has
    agreed.
    """

    kind: str
    agreed: list[str]
    missing: list[str]
    mine: bool | None


class Agreement(NamedTuple):
    """The agreements a table shows. `may` tells whether this person has a vote."""

    may: bool
    pause: Motion
    void: Motion
    away: list[str]
    others_away: bool

    @property
    def motions(self) -> list[Motion]:
        """Return the motions that some but not all voters have agreed to."""
        return [motion for motion in (self.pause, self.void) if motion.agreed]


def agreement_context(
    match: Match, seats: Sequence[Seat], me: Seat | None, rules: Rules, state: Any
) -> Agreement | None:
    """Return the agreements that a running match's page shows, or None once it is over."""
    if match.status != Match.Status.RUNNING:
        return None
    may = me is not None and is_asked(me, rules, state)
    is_shown = match.paused_at is not None or any(_is_moved(kind, seats) for kind in FIELDS)
    asked = voters(seats, rules, state) if is_shown else []
    return Agreement(
        may,
        _motion(PAUSE, asked, me if may else None),
        _motion(VOID, asked, me if may else None),
        [seat.shown_name for seat in asked if seat.is_away],
        any(seat.is_away and seat != me for seat in asked),
    )


def _motion(kind: str, asked: Sequence[Seat], me: Seat | None) -> Motion:
    field = FIELDS[kind]
    return Motion(
        kind,
        [seat.shown_name for seat in asked if getattr(seat, field)],
        [seat.shown_name for seat in asked if not getattr(seat, field)],
        getattr(me, field) if me is not None else None,
    )
