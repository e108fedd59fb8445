"""Decide who may hear and say what about a match; nothing else does.

Everybody hears the table. Spectators talk among themselves: until the match is over, no player
hears them or learns that anything was said. Guests hear only the table, so that logging out gains a
player nothing. There are no private messages: everybody hears what a seat says.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.matches.access import Access
from games.matches.models import Match
from games.matches.talk.models import Room

SEATS, WATCHERS = Room.Kind.SEATS.value, Room.Kind.WATCHERS.value
OVER = (Match.Status.FINISHED, Match.Status.VOID)


@dataclass(frozen=True)
class Voice:
    """The rooms a person hears, the one they speak in (or None), and whether in fixed phrases."""

    hears: tuple[str, ...]
    room: str | None
    fixed: bool


def voice_of(access: Access) -> Voice:
    """Return what somebody whose access was checked may hear and say now."""
    match, is_known = access.match, access.user.is_authenticated
    behind = access.seat is None and match.version > 0 and match.status not in OVER
    hears_watchers = match.status in OVER or (behind and is_known)
    room = WATCHERS if behind else SEATS
    fixed = match.rated and match.status == Match.Status.RUNNING and not behind
    return Voice(
        hears=(SEATS, WATCHERS) if hears_watchers else (SEATS,),
        room=room if is_known and match.status != Match.Status.CLOSED else None,
        fixed=fixed,
    )
