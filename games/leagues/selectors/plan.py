"""The next season of a league as it would begin now: who plays where, and why."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from games.leagues.models import DivisionPlayer, League, LeagueMember, LeagueSeason
from games.leagues.moves import Placed, entry_division, next_divisions
from games.leagues.selectors.standing import standings_of
from games.ratings.selectors import ratings_in
from games.registry import current_rules
from games.tournaments.pair.round_robin import MOST_ENTRIES
from games.tournaments.pair.sizes import SizeRule

UNRATED = 1250
"""Where people without a rating stand, as in the seeds of events."""
FEWEST = 3


def latest_season(league: League) -> LeagueSeason | None:
    """Return the season that is played, or else the last one."""
    return league.seasons.order_by("-number").first()


def table_sizes(league: League) -> SizeRule:
    """Return the sizes of a division's tables: the usual one, or one more or less."""
    allowed = current_rules(league.game).meta.allowed_seats()
    usual = league.table_size
    low, high = max(3, usual - 1), min(10, usual + 1)
    return SizeRule(low, high, usual, frozenset(range(low, high + 1)) - set(allowed))


def largest_division(league: League) -> int:
    """Return how many players a division can have."""
    return MOST_ENTRIES if league.table_size == 2 else 2 * league.division_size


def fewest_players(league: League) -> int:
    """Return how many players a season, or a division, needs."""
    return FEWEST if league.table_size == 2 else min(table_sizes(league).allowed)


def next_season(league: League) -> list[list[Placed]]:
    """Return the divisions of the next season as it would begin now."""
    last = latest_season(league)
    finished = [] if last is None else [one.order for one in standings_of(league, last)]
    able = league.members.filter(user__is_active=True, user__memberships__club=league.club_id)
    members = list(able.filter(is_away=False))
    placed = {player for order in finished for player in order}
    newcomers = [one for one in members if one.user_id not in placed]
    returning = {one.user_id: one.division - 1 for one in newcomers if one.division is not None}
    return next_divisions(
        finished=finished,
        staying={one.user_id for one in members} & placed,
        returning=returning,
        joining=_joining(league, [one for one in newcomers if one.division is None], finished),
        size=league.division_size,
        most=largest_division(league),
        movers=league.movers,
    )


def _joining(
    league: League, newcomers: Sequence[LeagueMember], finished: Sequence[Sequence[int]]
) -> list[tuple[int, int | None]]:
    """Return the newcomers in order, with the divisions they enter.

    The first season is ordered by rating; later ones only if the league says so.
    """
    people = [one.user_id for one in newcomers]
    by_rating = not finished or league.newcomers == League.Entry.RATING
    if not by_rating:
        return [(player, None) for player in people]
    everybody = [*people, *(one for order in finished for one in order)]
    known = ratings_in(league.game, everybody)
    rating = {one: known.get(one, UNRATED) for one in everybody}
    middles = [median([rating[one] for one in order]) for order in finished if order]
    people.sort(key=lambda one: -rating[one])
    return [(one, entry_division(rating[one], middles) if middles else None) for one in people]


def seasons_before(league: League) -> list[LeagueSeason]:
    """Return the seasons whose places are stored, the newest first."""
    return list(league.seasons.exclude(closed_at=None))


def champions_of(seasons: Sequence[LeagueSeason]) -> list[tuple[LeagueSeason, list[Any]]]:
    """Return closed seasons, each with its champions: several who shared it; None: who left."""
    found: dict[int, list[Any]] = {one.pk: [] for one in seasons}
    rows = DivisionPlayer.objects.filter(division__season__in=seasons, is_champion=True)
    for one in rows.select_related("user", "division"):
        found[one.division.season_id].append(one.user)
    return [(one, found[one.pk]) for one in seasons]
