"""Kibitz TV: of the public matches being played, those most worth watching.

People come before bots, the better rated before others, and among equals the closest match, as far
as spectators can see.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, FloatField, Q, QuerySet
from django.db.models.functions import Cast

from games.engine.snapshot import snapshot
from games.engine.viewer import PUBLIC
from games.matches import store
from games.matches.models import Match
from games.matches.selectors import of_known_rules, running_matches
from games.ratings.selectors import ratings_in

LIVELY_SECONDS = 600
"""With more time for a turn, nobody may move for long."""
MOST_RATED = 20
MOST_COMPARED = 3
"""So many of the equally well rated are compared by how close they are."""
POINTS = 100
"""Mean ratings are told apart in steps of so many points."""


def live_matches(user: Any, game: str = "") -> QuerySet[Match]:
    """Return the matches that all may watch and in which somebody will move soon, people first.

    Those of `user` aren't among them; `game` leaves out all other games.
    """
    found = running_matches(AnonymousUser()).filter(
        of_known_rules(), club=None, paused_at=None, turn_seconds__lte=LIVELY_SECONDS
    )
    if game:
        found = found.filter(game=game)
    if user.is_authenticated:
        found = found.exclude(seats__user=user)
    people = Count("seats", filter=Q(seats__user__isnull=False))
    share = Cast(people, FloatField()) / F("seat_count")
    return found.annotate(people=share).order_by("-people", "-pk")


def best_first(user: Any, game: str = "") -> list[Match]:
    """Return some live matches, the one most worth watching first."""
    found = [*live_matches(user, game)[:MOST_RATED]]
    points = _mean_points(found)
    merit = {match.pk: (match.people, points[match.pk]) for match in found}  # type: ignore[attr-defined]
    found.sort(key=lambda match: merit[match.pk], reverse=True)
    equal = [match for match in found if merit[match.pk] == merit[found[0].pk]][:MOST_COMPARED]
    if len(equal) > 1:
        equal.sort(key=_closeness, reverse=True)
        found[: len(equal)] = equal
    return found


def _mean_points(matches: Iterable[Match]) -> dict[int, int]:
    """Return by match the mean rating of its people, in steps; who has none counts as 0."""
    people = {
        match.pk: [seat.user_id for seat in match.seats.all() if seat.user_id is not None]
        for match in matches
    }
    players: dict[str, set[int]] = {}
    for match in matches:
        players.setdefault(match.game, set()).update(people[match.pk])
    rated = {game: ratings_in(game, some) for game, some in players.items()}
    return {
        match.pk: round(
            fmean([rated[match.game].get(one, 0) for one in people[match.pk]] or [0]) / POINTS
        )
        for match in matches
    }


def _closeness(match: Match) -> float:
    """Return how level a match is for spectators, 0 to 1; 0 where its game can't tell."""
    closeness = match.rules.showing.closeness
    if closeness is None:
        return 0.0
    position = store.load_position(match)
    return closeness(snapshot(match.rules, position.state, match.ply, PUBLIC))
