"""An event's first page: the current round, the leaders, the viewer's table, an arena's clock."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.urls import reverse

from games.matches.clock import told_now
from games.matches.models import Match
from games.matches.phrases import listing
from games.matches.recent import Recent
from games.tournaments.access import TournamentAccess
from games.tournaments.direct.config import ELIMINATIONS
from games.tournaments.direct.round import Round
from games.tournaments.direct.sheet import sheet
from games.tournaments.direct.state import State
from games.tournaments.rank.points import points_text
from games.tournaments.rank.streaks import on_streak
from games.tournaments.show.event import EventView, event_view
from games.tournaments.show.rounds import links_of, newest_games, rests, round_of, table_of
from games.tournaments.show.standings import places
from games.tournaments.store import KEPT


def own_context(view: EventView) -> dict[str, Any]:
    """Return the viewer's table or bye, and the round they missed if they are out of the event."""
    held = view.state.current
    return {
        "own_table": None if held is None else own_table(view, held),
        "own_bye": None if held is None else own_bye(view, held),
        "own_missed": own_missed(view),
    }


def own_table(view: EventView, held: Round) -> dict[str, Any] | None:
    """Return the table where the viewer plays or is due to play; one on paper has no link."""
    table = None if view.own is None else held.table_of(view.own)
    if table is None or table.decided:
        return None
    links = links_of(view.tournament, held.number, [table])
    own = table_of(view, table, links.get(table.number))
    on_paper = held.phase == "published" and view.state.on_paper(held, table)
    return own if own["playable"] or on_paper else None


def own_bye(view: EventView, held: Round) -> dict[str, Any] | None:
    """Return the round and points of the viewer's bye in it, or their team's, if they are in."""
    entry, team = view.access.entry, view.access.team
    if entry is None or entry.status != "registered" or held.phase != "published":
        return None
    had = held.unplayed.get(entry.number)
    if had is None and team is not None:
        had = held.unplayed.get(team.number)
    if had is None or had.kind != "pab":
        return None
    return {
        "round": held.number,
        "points": points_text(had.points),
        "rests": rests(view, had.kind),
    }


def own_missed(view: EventView) -> int | None:
    """Return the latest round if a viewer who is out did not come to its table."""
    entry = view.access.entry
    if entry is None or entry.status != "withdrawn":
        return None
    for held in reversed(view.state.rounds):
        table = held.table_of(entry.number)
        if table is not None:
            return held.number if entry.number in table.absent else None
    return None


TABLES = 8
LEADERS = 5


def current_context(view: EventView) -> dict[str, Any]:
    """Return the latest public round and the leaders; empty unless the event is running.

    Include only the round's running tables, and of the standings only the leaders and the viewer.
    """
    held = next((one for one in reversed(view.state.rounds) if one.phase != "proposed"), None)
    if held is None or view.state.phase != "running":
        return {}
    if view.state.config.format == "arena":
        held, _ = newest_games(held)
    now = round_of(view, held, links_of(view.tournament, held.number, held.tables))
    playing = [table for table in now["tables"] if table["status"] != "done"]
    return {"round": now, "playing": playing[:TABLES], "leaders": _leaders(view)}


def _leaders(view: EventView) -> list[dict[str, Any]]:
    """Return the leaders, and the viewer's own line; empty for a knockout."""
    if view.state.config.format in ELIMINATIONS:
        return []
    return [one for at, one in enumerate(places(view)) if at < LEADERS or one["is_me"]]


STREAKS: Recent[list[int]] = Recent(KEPT)
"""Cache the streaks of recently viewed arenas: every player polls every few seconds."""


def _on_streaks(state: State) -> list[int]:
    return [entry for entry, games in sheet(state).items() if on_streak(games)]


def arena_context(view: EventView) -> dict[str, Any]:
    """Return when a running arena ends, in how many seconds, and whose next game counts double.

    Empty for other events.
    """
    held = view.state.current
    if view.state.config.format != "arena" or held is None or held.phase != "published":
        return {}
    ends_at = datetime.fromtimestamp(view.state.ends_at, UTC)
    return {
        "ends_at": ends_at,
        "seconds_left": max(0, int((ends_at - told_now()).total_seconds())),
        "streaks": STREAKS.get_or_make(
            (view.tournament.pk, view.state.no), lambda: _on_streaks(view.state)
        ),
    }


def opponent_context(view: EventView, table: dict[str, Any] | None) -> dict[str, Any]:
    """Return the viewer's opponent, and whether there is nobody else to play against.

    Also the address of their match if it continues although a ruling decided its table.
    """
    others = [one.number for one in view.state.with_status("registered") if one.number != view.own]
    seats = [] if table is None else table["seats"]
    return {
        "own_opponent": next((seat["name"] for seat in seats if not seat["is_me"]), ""),
        "own_opponents": listing([seat["name"] for seat in seats if not seat["is_me"]]),
        "alone": not others,
        "goes_on": _goes_on(view) if table is None else "",
    }


def _goes_on(view: EventView) -> str:
    """Return the address of the match that keeps the viewer of an arena from being paired."""
    entry = view.access.entry
    if view.state.config.format != "arena" or entry is None or entry.status != "registered":
        return ""
    running = view.tournament.tables.filter(is_current=True, match__status=Match.Status.RUNNING)
    codes = running.filter(match__seats__user=view.access.user)
    code = codes.values_list("match__code", flat=True).first()
    return "" if code is None else reverse("matches:match", args=[code])


def waiting_table_url(access: TournamentAccess) -> str:
    """Return the address of the table that waits for the viewer in an arena, else nothing.

    Players who have got ready there are free to go elsewhere.
    """
    view = event_view(access)
    held = view.state.current
    if view.state.config.format != "arena" or held is None or view.own is None:
        return ""
    table = own_table(view, held)
    match = None if table is None else table["link"].match
    if match is None or match.status != Match.Status.OPEN:
        return ""
    waits = match.seats.filter(user=access.user, seat_commitment="").exists()
    return reverse("matches:match", args=[match.code]) if waits else ""
