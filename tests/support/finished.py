"""Finished matches as rows alone, where a test asks who played and how it ended, not what."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model

from games.matches.models import Match, Seat

BEGAN = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
BOT = "novice"
_numbers = count(1)


def somebody(name: str = "") -> Any:
    """Return a new person."""
    return get_user_model().objects.create_user(name or f"somebody{next(_numbers)}")


def finished(*players: Any, ranks: tuple[int, ...] = (), **changes: Any) -> Match:
    """Return a finished match of `players` (people, or BOT); each one ends later than the last.

    `ranks` go by seat; without them seat 0 came first, seat 1 second, and so on.
    """
    number = next(_numbers)
    ranks = ranks or tuple(range(1, len(players) + 1))
    fields = {
        "game": "deadline_99",
        "ruleset": 1,
        "options": {},
        "seat_count": len(players),
        "status": Match.Status.FINISHED,
        "commitment": f"{number:064x}",
        "started_at": BEGAN,
        "finished_at": BEGAN + timedelta(minutes=number),
        "result": {"reason": "last_survivor", "ranks": list(ranks), "scores": None},
    }
    match = Match.objects.create(**fields | changes)
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=seat,
            user=None if player == BOT else player,
            bot=BOT if player == BOT else "",
            name="Simple" if player == BOT else player.username,
            rank=rank,
        )
        for seat, (player, rank) in enumerate(zip(players, ranks, strict=True))
    )
    return match
