"""Finished matches for the log, by the real service."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from games.ratings.log import Team
from games.ratings.models import (
    Ladder,
    PairStanding,
    RatingChange,
    RatingLog,
    SideStanding,
    Standing,
)
from games.ratings.services.rating_apply import FinishedMatch, rating_apply
from games.ratings.services.ratings_rebuild import ratings_rebuild
from tests.support.finished import somebody

NOW = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
_codes = count(1)


def people(number: int) -> list[int]:
    """Return the ids of new people."""
    return [somebody().pk for _ in range(number)]


def ended(
    *players: int, after: float = 0, ranks: tuple[int, ...] = (), **changes: Any
) -> RatingLog:
    """Log a duel or free-for-all that ended `after` minutes; the first player won."""
    ranks = ranks or tuple(range(1, len(players) + 1))
    fields: dict[str, Any] = {
        "match": f"m{next(_codes):09}",
        "game": "deadline_99",
        "mode": "survivor",
        "finished_at": NOW + timedelta(minutes=after),
        "kind": "ffa",
        "teams": tuple(Team((one,), rank) for one, rank in zip(players, ranks, strict=True)),
    }
    return rating_apply(FinishedMatch(**fields | changes))


def ladder(season: str = "all", mode: str = "survivor", owner: str = "site") -> Ladder:
    """Return a ladder of Deadline 99."""
    return Ladder.objects.get(owner=owner, game="deadline_99", mode=mode, season=season)


def cached() -> list[Any]:
    """Return everything that is computed from the log, in one order and to the last digit."""
    kept = ("ladder__owner", "ladder__mode", "ladder__season")
    return [
        *Ladder.objects.order_by("owner", "mode", "season").values_list(
            "owner", "mode", "season", "matches", "last_at", "last_match"
        ),
        *Standing.objects.order_by(*kept, "player").values_list(
            *kept, "player", "mu", "sigma", "matches", "last_at"
        ),
        *SideStanding.objects.order_by(*kept, "side", "players").values_list(
            *kept, "side", "players", "mu", "sigma", "matches", "last_at"
        ),
        *PairStanding.objects.order_by(*kept, "first", "second").values_list(
            *kept, "first", "second", "to_first", "to_second", "at"
        ),
        *RatingChange.objects.order_by(*kept, "match", "player").values_list(
            *kept, "match", "player", "mu_before", "sigma_before", "mu_after", "sigma_after"
        ),
    ]


def rebuilt() -> list[Any]:
    """Return everything computed after a rebuild."""
    list(ratings_rebuild())
    return cached()
