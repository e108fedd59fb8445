"""Why a table was paired as it was, or why somebody rests, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.engine.text import Phrase
from games.matches.recent import Recent
from games.tournaments.direct.elimination import stage_of
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.why.byes import why_unplayed
from games.tournaments.direct.why.made import Made, made_of
from games.tournaments.direct.why.pairing import kept_apart, why_table
from games.tournaments.direct.why.teams import meeting_at, why_alone, why_board
from games.tournaments.export.whole import BROKEN
from games.tournaments.show.event import EventView
from games.tournaments.show.names import sentences
from games.tournaments.store import game_made, round_made, state_at

TOLD: Recent[Sequence[Phrase]] = Recent(1000)
"""Reasons already worked out, by event, the pairing's number, table and seats or entry: pairing a
large field again takes some tenths of a second."""


def why_table_context(view: EventView, number: int, table: int) -> dict[str, Any] | None:
    """Return why a table of a round was paired; None if the viewer sees no such table.

    Directors are also told which pairs are kept apart; nothing else depends on those.
    """
    held = view.state.round(number)
    found = None if held is None else held.table(table)
    if held is None or found is None:
        return None
    told = _told(view, lambda: _why_table(view, held, found))
    meeting = meeting_at(held, table)
    return {
        "round_number": number,
        "table_number": table,
        "teams": [] if meeting is None else [view.names[one] for one in meeting.seats],
        "people": [view.names[one] for one in found.seats],
        "sentences": sentences(told, view.names),
    }


def why_bye_context(view: EventView, number: int, entry: int) -> dict[str, Any] | None:
    """Return why an entry has no table in a round; None if the viewer sees no such thing."""
    held = view.state.round(number)
    had = None if held is None else held.unplayed.get(entry)
    if held is None or had is None:
        return None
    told = _told(view, lambda: _why_bye(view, held, entry, rests=had.kind == "pab"))
    return {
        "round_number": number,
        "people": [view.names[entry]],
        "sentences": sentences(told, view.names),
    }


def _told(view: EventView, tell: Callable[[], Sequence[Phrase]]) -> Sequence[Phrase]:
    """Return reasons; none where an imported file has a round that no pairing could have made."""
    try:
        return tell()
    except BROKEN:
        if not view.tournament.imported:
            raise
        return ()


def _why_table(view: EventView, held: Round, table: Table) -> Sequence[Phrase]:
    no, made = _made(view, held, table.number)
    if made is None:
        return ()
    meeting = meeting_at(held, table.number)
    key = (view.tournament.pk, no, table.number, table.seats)
    told = TOLD.get_or_make(
        key, lambda: why_board(made, held, table) if held.matches else why_table(made, table)
    )
    return [*told, *kept_apart(made, meeting or table)] if view.access.is_director else told


def _why_bye(view: EventView, held: Round, entry: int, *, rests: bool) -> Sequence[Phrase]:
    if alone := why_alone(held, entry):
        return alone
    no, made = _made(view, held)
    if made is None:
        return ()
    key = (view.tournament.pk, no, "bye", entry)
    return TOLD.get_or_make(key, lambda: why_unplayed(made, entry, rests=rests))


def _made(view: EventView, held: Round, table: int = 0) -> tuple[int, Made | None]:
    """Return how a round was made, and the number of the action that did; an arena's game alone."""
    event = view.tournament
    if view.state.config.format == "arena":
        game = game_made(event, table)
        found = None if game is None else (game, game)
    else:
        found = round_made(event, held.number)
    if found is None:
        return 0, None
    proposed, last = found
    stage = stage_of(view.state)
    if stage is not None and held.number < stage.begins:
        stage = None
    before = state_at(event, proposed.no - 1)
    return last.no, made_of(before, held.number, stage, proposed.payload, last.payload)
