"""Broadcasts for tests: an event that is shown, and the clock by which it is."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from games.broadcasts.models import Broadcast, Show
from games.broadcasts.services.advance import broadcasts_advance
from games.broadcasts.services.broadcast import broadcast_start
from games.matches.models import MatchAction
from games.tournaments.models import Tournament


def broadcast(event: Tournament, actor: Any, delay: str = "minutes", amount: int = 30) -> Broadcast:
    """Broadcast the tables of an event that open from now on."""
    return broadcast_start(code=event.code, actor=actor, delay=delay, amount=amount)


def later(shown: Broadcast, **by: int) -> None:
    """Let so much time have passed since its matches went on show, and show what is due."""
    for show in shown.shows.filter(starts_at__isnull=False):
        assert show.starts_at is not None
        Show.objects.filter(pk=show.pk).update(starts_at=show.starts_at - timedelta(**by))
    broadcasts_advance()


def moment_of(show: Show, ply: int) -> datetime:
    """Return when a ply of a match is due."""
    assert show.starts_at is not None
    if ply == 0:
        return show.starts_at
    action = MatchAction.objects.get(match=show.match, ply=ply)
    return show.starts_at + timedelta(milliseconds=action.at_ms)
