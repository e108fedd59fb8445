"""A season's ranking from its stored awards."""

from __future__ import annotations

from typing import Any

from games.ratings.season import SeasonResult, season_table
from games.tournaments.models import Season


def season_rows(season: Season) -> list[dict[str, Any]]:
    """Return the lines of the ranking, best first, with each person's events."""
    awards = list(season.awards.select_related("user", "tournament").order_by("pk"))
    people = {award.user_id: award.user for award in awards}
    events = {award.tournament_id: award.tournament for award in awards}
    results = [
        SeasonResult(award.tournament_id, award.user_id, award.place, award.points)
        for award in awards
    ]
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
        for row in season_table(results, season.best_of)
    ]
