"""Live tables of the matches that the contract tests look at, as their viewers are shown them.

Nothing is stored: rows are made for a position, and what it takes to show a running match is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser

from games.engine.viewer import Viewer
from games.matches import match_cache
from games.matches.access import Access
from games.matches.live import LiveTable, live_table
from games.matches.models import Match, Seat
from games.matches.presenters import TablePosition
from games.matches.store import LoggedEvent, Position
from tests.contract.matches import PlayedMatch, Ply

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
ENDS = datetime(2026, 1, 2, tzinfo=UTC)


def positions(played: PlayedMatch, plies: list[Ply]) -> Iterator[tuple[Ply, Position]]:
    """Yield these plies, each with its position; the log grows from one to the next."""
    log = [LoggedEvent(ply.number, event) for ply in played.plies for event in ply.events]
    ends = {}
    for count, logged in enumerate(log, 1):
        ends[logged.ply] = count
    for ply in plies:
        count = max(end for number, end in ends.items() if number <= ply.number)
        yield ply, Position(count, ply.state, tuple(log[:count]))


def seats_of(played: PlayedMatch) -> list[Seat]:
    """Return a row for each seat, at which a person sits."""
    return [Seat(number=n, name=f"Player {n}", user_id=n + 1) for n in range(played.seats)]


def looked_at(played: PlayedMatch, ply: Ply, position: Position) -> TablePosition:
    """Return a position as it is shown to anybody."""
    seats = seats_of(played)
    return TablePosition(
        rules=played.rules, seats=seats, position=position, ply=ply.number, is_live=True
    )


def tables(
    played: PlayedMatch,
    ply: Ply,
    position: Position,
    viewers: list[Viewer],
    *,
    is_first: bool = True,
) -> dict[Viewer, LiveTable]:
    """Return what each of these viewers is shown of a position, as a process would in turn.

    Where it `is_first`, the process knows nothing of the match.
    """
    if is_first:
        match_cache.clear()
    match, seats = _match(played, ply), seats_of(played)
    found = {}
    for viewer in viewers:
        me = None if viewer.seat is None else seats[viewer.seat]
        access = Access(match, seats, me, AnonymousUser())
        found[viewer] = live_table(access, position)
    return found


def with_state(position: Position, state: Any) -> Position:
    """Return a position of which nothing but the state is another."""
    return replace(position, state=state)


def _match(played: PlayedMatch, ply: Ply) -> Match:
    to_act = played.rules.to_act(ply.state)
    return Match(
        code="contract",
        game=played.rules.meta.key,
        ruleset=played.rules.meta.ruleset,
        status=Match.Status.RUNNING,
        version=ply.number + 1,
        revision=ply.number + 1,
        ply=ply.number,
        head=f"{ply.number:064x}",
        commitment="c" * 64,
        on_absence="resign",
        turn_seconds=60,
        turn_started_at=BEGAN if to_act is not None else None,
        deadline_at=ENDS if to_act is not None else None,
    )
