"""Log a finished match and rate it in its ladders, exactly once.

Called in the transaction that stores the result, with the match's row locked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from games.ratings.algorithm import ALGORITHM_VERSION, Kind
from games.ratings.log import LadderKey, Team, ladder_keys
from games.ratings.models import RatingLog
from games.ratings.services.ladders import ladders_append


@dataclass(frozen=True)
class FinishedMatch:
    """A finished match as logged. `teams` hold people only; `why` is empty if it is rated. A club's
    match also enters the club's ladders, whose keys `club` and `club_season` are part of."""

    match: str
    game: str
    mode: str
    finished_at: datetime
    kind: Kind
    teams: tuple[Team, ...]
    why: str = ""
    club: str | None = None
    club_season: str | None = None

    @property
    def ladders(self) -> tuple[LadderKey, ...]:
        """Return every ladder the match enters."""
        site, club = site_season(self.finished_at), self.club_season
        return ladder_keys(
            game=self.game, mode=self.mode, club=self.club, site_season=site, club_season=club
        )


def site_season(finished_at: datetime) -> str:
    """Return the key of the quarter in which a match ended, in UTC, e.g. “2026-q4”.

    Keys sort chronologically.
    """
    utc = finished_at.astimezone(UTC)
    return f"{utc.year:04}-q{(utc.month + 2) // 3}"


def logged_teams(teams: Sequence[Team]) -> dict[str, Any]:
    """Return the fields of a log row that hold the teams."""
    return {
        "teams": [{"members": list(t.members), "rank": t.rank, "side": t.side} for t in teams],
        "players": sorted(player for team in teams for player in team.members),
    }


@transaction.atomic
def rating_apply(finished: FinishedMatch) -> RatingLog:
    """Log a finished match and rate it; idempotent."""
    known = RatingLog.objects.filter(match=finished.match, supersedes=None).first()
    if known is not None:
        return known
    line = RatingLog.objects.create(
        match=finished.match,
        game=finished.game,
        mode=finished.mode,
        finished_at=finished.finished_at,
        kind=finished.kind,
        **logged_teams(finished.teams),
        ladders=[str(key) for key in finished.ladders],
        why=finished.why,
        version=ALGORITHM_VERSION,
    )
    if not finished.why:
        ladders_append(finished.ladders, line.row)
    return line
