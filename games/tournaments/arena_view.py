"""What an arena's pages add to those of every event: time, streaks, the table that calls."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.urls import reverse

from games.matches.clock import told_now
from games.matches.models import Match
from games.matches.recent import Recent
from games.tournaments.access import TournamentAccess
from games.tournaments.director.sheet import sheet
from games.tournaments.director.state import State
from games.tournaments.own_view import own_table
from games.tournaments.presenters import Shown, shown
from games.tournaments.store import KEPT
from games.tournaments.streaks import on_streak

STREAKS: Recent[list[int]] = Recent(KEPT)
"""Cache the streaks of recently viewed arenas: every player polls every few seconds."""


def _on_streaks(state: State) -> list[int]:
    return [entry for entry, games in sheet(state).items() if on_streak(games)]


def arena_context(view: Shown) -> dict[str, Any]:
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


def opponent_context(view: Shown, table: dict[str, Any] | None) -> dict[str, Any]:
    """Return the viewer's opponent, and whether there is nobody else to play against.

    Also the address of their match if it continues although a ruling decided its table.
    """
    others = [one.number for one in view.state.with_status("registered") if one.number != view.own]
    seats = [] if table is None else table["seats"]
    return {
        "own_opponent": next((seat["name"] for seat in seats if not seat["is_me"]), ""),
        "alone": not others,
        "goes_on": _goes_on(view) if table is None else "",
    }


def _goes_on(view: Shown) -> str:
    """Return the address of the match that keeps the viewer of an arena from being paired."""
    entry = view.access.entry
    if view.state.config.format != "arena" or entry is None or entry.status != "registered":
        return ""
    running = view.tournament.tables.filter(is_current=True, match__status=Match.Status.RUNNING)
    codes = running.filter(match__seats__user=view.access.user)
    code = codes.values_list("match__code", flat=True).first()
    return "" if code is None else reverse("matches:match", args=[code])


def called_to(access: TournamentAccess) -> str:
    """Return the address of the table that waits for the viewer in an arena, else nothing.

    Players who have got ready there are free to go elsewhere.
    """
    view = shown(access)
    held = view.state.current
    if view.state.config.format != "arena" or held is None or view.own is None:
        return ""
    table = own_table(view, held)
    match = None if table is None else table["link"].match
    if match is None or match.status != Match.Status.OPEN:
        return ""
    waits = match.seats.filter(user=access.user, seat_commitment="").exists()
    return reverse("matches:match", args=[match.code]) if waits else ""
