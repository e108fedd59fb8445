"""People who farm a ladder, and people who just play each other often, as finished matches."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.matches.models import Match, MatchAction
from games.ratings.log import Team
from games.ratings.services.rating_apply import FinishedMatch, rating_apply
from tests.support.finished import finished


def duel(winner: Any, loser: Any, at: datetime, *, plies: int = 30, club: Any = None) -> Match:
    """Return a rated duel that ended at this moment; one of few plies was resigned."""
    match = finished(
        winner,
        loser,
        started_at=at - timedelta(seconds=20 * plies),
        finished_at=at,
        ply=plies,
        rated=True,
        club=club,
    )
    if plies < 5:
        MatchAction.objects.create(
            match=match, ply=plies, seat=1, action={"type": "resign"}, action_id="r", at_ms=0,
            version=plies, head="",
        )  # fmt: skip
    rating_apply(
        FinishedMatch(
            match=match.code,
            game="deadline_99",
            mode="survivor",
            finished_at=at,
            kind="ffa",
            teams=(Team((winner.pk,), 1), Team((loser.pk,), 2)),
            club=f"club:{club.pk}" if club else None,
        )
    )
    return match


def farmed(winner: Any, loser: Any, number: int = 20, **fields: Any) -> list[Match]:
    """Return so many duels, an hour apart until now, that all went one way."""
    now = timezone.now()
    return [
        duel(winner, loser, now - timedelta(hours=number - each), **fields)
        for each in range(number)
    ]


def regulars(one: Any, other: Any, number: int = 40) -> list[Match]:
    """Return duels of two who play each other often: the first wins three of five."""
    now = timezone.now()
    return [
        duel(
            *((one, other) if each % 5 < 3 else (other, one)), now - timedelta(hours=number - each)
        )
        for each in range(number)
    ]
