"""Predict from ratings who ranks ahead of whom (spec 1.4, end). Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from games.ratings.algorithm import Rating, win_chance
from games.ratings.display import provisional, sigma_now
from games.ratings.models import Standing
from games.ratings.selectors import ladder_title, standings_of
from games.registry import all_rules


@dataclass(frozen=True)
class PairChance:
    """The first of two players' chance on one ladder, in percent."""

    title: str
    percent: int
    provisional: bool

    @property
    def both(self) -> tuple[int, int]:
        """Return both players' chances, in percent."""
        return self.percent, 100 - self.percent


def chances_between(one: int, other: int, now: datetime | None = None) -> list[PairChance]:
    """Return two people's chances on each site ladder they have both played in.

    Only where everybody plays alone: on a side of several, a partner counts as much.
    """
    at = (now or timezone.now()).timestamp()
    theirs = {standing.ladder_id: standing for standing in standings_of(other)}
    return [
        _chance(own, theirs[own.ladder_id], at)
        for own in standings_of(one)
        if own.ladder_id in theirs and _is_alone(own)
    ]


def _is_alone(standing: Standing) -> bool:
    """Tell whether everybody plays alone on a ladder."""
    rules = all_rules().get(standing.ladder.game)
    return rules is not None and standing.ladder.mode not in rules.meta.sided_modes


def _chance(own: Standing, theirs: Standing, at: float) -> PairChance:
    ratings = [Rating(one.mu, _sigma(one, at)) for one in (own, theirs)]
    share = win_chance([ratings[0]], [ratings[1]])
    return PairChance(
        ladder_title(own.ladder.game, own.ladder.mode),
        min(99, max(1, round(100 * share))),
        any(provisional(one.matches, _sigma(one, at)) for one in (own, theirs)),
    )


def _sigma(one: Standing, at: float) -> float:
    """Return a rating's current uncertainty."""
    return sigma_now(one.sigma, None if one.last_at is None else one.last_at.timestamp(), at)
