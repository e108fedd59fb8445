"""A club's leagues as lists show them, with as many queries however many there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from accounts.clubs.models import Club
from games.leagues.models import League, LeagueSeason
from games.leagues.selectors.plan import champions_of


@dataclass(frozen=True)
class Listed:
    """A league, its newest season, and the one that was closed last, with its champions."""

    league: League
    players: int
    season: LeagueSeason | None
    champions: list[tuple[LeagueSeason, list[Any]]]


def leagues_listed(club: Club) -> list[Listed]:
    """Return a club's leagues, the open ones first."""
    leagues = club.leagues.annotate(players=Count("members")).prefetch_related("seasons")
    seasons = {league.pk: list(league.seasons.all()) for league in leagues}
    closed = {
        number: [one for one in found if one.closed_at is not None][:1]
        for number, found in seasons.items()
    }
    won = dict(champions_of([season for found in closed.values() for season in found]))
    return [
        Listed(
            league,
            league.players,
            next(iter(seasons[league.pk]), None),
            [(season, won[season]) for season in closed[league.pk]],
        )
        for league in leagues
    ]
