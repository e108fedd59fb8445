"""A match as far as its broadcast shows it: nothing later is read from the database."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from games.broadcasts.models import Show
from games.matches.models import Seat
from replays.selectors import match_timeline
from replays.timeline import Timeline


class Cut(NamedTuple):
    """What is on show of a match: its plies so far, and its seats as they were then."""

    timeline: Timeline
    seats: list[Seat]


def cut_of(show: Show) -> Cut:
    """Return what is on show of a match of which something is (`access_show`)."""
    assert show.ply is not None
    match = copy(show.match)
    match.ply, match.version = show.ply, show.version
    seats = [_then(seat, show.ply) for seat in show.match.seats.select_related("user")]
    return Cut(match_timeline(match, seats), seats)


def _then(seat: Seat, ply: int) -> Seat:
    """Return a seat without what became of it after `ply`."""
    then = copy(seat.as_of(ply))
    if then.taken_over_after is not None and then.taken_over_after >= ply:
        then.taken_over_after = then.starter_id = None
        then.starter_name = then.starter_face = ""
    then.stand_in, then.is_away, then.stood_in = "", False, False
    then.rank = then.score = None
    return then
