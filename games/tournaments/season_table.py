"""A season's ranking from its stored awards, and whether the season has been played in."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model

from games.matches.models import Match
from games.ratings.season import SeasonResult, season_table
from games.tournaments.models import Season, Tournament


def season_rows(season: Season, most: int | None = None) -> list[dict[str, Any]]:
    """Return the ranking's lines, best first (`most` of them), with each person's events."""
    told = season.awards.order_by("pk").values_list("tournament", "user", "place", "points")
    rows = season_table([SeasonResult(*award) for award in told], season.best_of)[:most]
    people = get_user_model().objects.in_bulk([row.player for row in rows])
    events = Tournament.objects.in_bulk({one.tournament for row in rows for one in row.counted})
    return [
        {
            "place": row.place,
            "user": people[row.player],
            "total": row.total,
            "wins": row.wins,
            "best": row.best,
            "played": row.played,
            "counted": [(events[one.tournament], one) for one in row.counted],
        }
        for row in rows
    ]


def season_was_played(season: Season) -> bool:
    """Tell whether a finished event counts for a season, or a match was opened in it.

    Matches that were called off do not count: they affect no rating.
    """
    gone = (Match.Status.CLOSED, Match.Status.VOID)
    opened = Match.objects.filter(club=season.club_id, club_season=season.ladder_key)
    return season.awards.exists() or opened.exclude(status__in=gone).exists()
