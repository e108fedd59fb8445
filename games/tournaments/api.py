"""Tournaments for programs: what the pages show to whoever asks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router
from ninja.errors import HttpError

from accounts.tokens.calls import Paging, paged
from games.matches import converters as converters
from games.tournaments.access import (
    TournamentNotFound,
    access_tournament,
    visible_tournaments,
)
from games.tournaments.exports.rows import pairing_rows, standings_rows
from games.tournaments.models import Tournament
from games.tournaments.presenters import Shown, shown

router = Router(tags=["tournaments"])


@router.get("/tournaments")
def tournaments(request: HttpRequest, asked: Query[Paging]) -> dict[str, Any]:
    """List the events one may see, the newest first."""
    rows = visible_tournaments(request.user).select_related("club").order_by("-created_at", "-pk")
    found, about = paged(rows, asked)
    return {**about, "tournaments": [event_json(one) for one in found]}


@router.get("/tournaments/{code:code}")
def tournament(request: HttpRequest, code: str) -> dict[str, Any]:
    """Tell about an event, with the pairings of its newest round."""
    view = _shown(request, code)
    held = view.state.current
    rows = pairing_rows(view.state, held, view.names) if held else []
    return {**event_json(view.tournament), "pairings": _objects(rows)}


@router.get("/tournaments/{code:code}/standings")
def standings(request: HttpRequest, code: str) -> dict[str, Any]:
    """Show the standings with every criterion."""
    view = _shown(request, code)
    return {
        **event_json(view.tournament),
        "standings": _objects(standings_rows(view.state, view.names)),
    }


def _shown(request: HttpRequest, code: str) -> Shown:
    try:
        return shown(access_tournament(request.user, code))
    except TournamentNotFound:
        raise HttpError(404, "There is no such event.") from None


def _objects(rows: list[list[str]]) -> list[dict[str, str]]:
    """Return rows whose first one names the columns as objects."""
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def event_json(event: Tournament) -> dict[str, Any]:
    """Return what everybody who may see an event is told about it."""
    return {
        "tournament": event.code,
        "name": event.name,
        "club": event.club.name if event.club else None,
        "game": event.game,
        "format": event.format,
        "phase": event.phase,
        "round": event.round,
        "rounds": event.rounds,
        "entries": event.entries,
        "starts_at": event.starts_at,
        "finished_at": event.finished_at,
    }
