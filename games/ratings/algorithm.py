"""Implement WLBT, the rating model shared by all games and ladders.

A pairwise Weng-Lin Bradley-Terry update; its weight 2/n keeps tables of two
and of ten on one scale. Spec: tournaments 1.4. Pure: imports no Django,
random, time, datetime, os or secrets. Version 1 is the formula of the spec; version 2 weighs each
comparison (`games/ratings/bound.py`). A match is rated by the version its log row names, for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Literal, NamedTuple

ALGORITHM_VERSION = 2
STORED_DECIMALS = 6

Kind = Literal["ffa", "group"]


class Rating(NamedTuple):
    """An estimate of strength and its uncertainty."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Constants:
    """The model's constants; `beta` may be chosen per game (spec 1.3)."""

    mu0: float = 25.0
    sigma0: float = 25 / 3
    beta: float = 25 / 3
    tau: float = 25 / 300
    kappa: float = 0.0001
    day2: float = 0.06
    side_sigma: float = 4.0


WLBT = Constants()


def newcomer(constants: Constants = WLBT) -> Rating:
    """Return the initial rating of a player in a ladder."""
    return Rating(constants.mu0, constants.sigma0)


def new_side(constants: Constants = WLBT) -> Rating:
    """Return the initial rating of a side member in a ladder."""
    return Rating(constants.mu0, constants.side_sigma)


def grow(sigma: float, days: float, constants: Constants = WLBT) -> float:
    """Return sigma after `days` without a rated match, capped at sigma0 (step 1)."""
    return min(constants.sigma0, sqrt(sigma * sigma + constants.day2 * max(days, 0.0)))


def stored(rating: Rating) -> Rating:
    """Return the rating rounded for storage, so that replays agree everywhere (step 5)."""
    return Rating(round(rating.mu, STORED_DECIMALS), round(rating.sigma, STORED_DECIMALS))


Weigh = Callable[[int, int, float], tuple[Sequence[float], Sequence[float]]]
"""Takes two teams and the first one's gradient; returns each member's weight, 0 to 1."""


def update(
    teams: Sequence[Sequence[Rating]],
    ranks: Sequence[int],
    kind: Kind = "ffa",
    constants: Constants = WLBT,
    weigh: Weigh | None = None,
) -> list[list[Rating]]:
    """Return every member's rating after one match, unrounded (steps 1 to 4).

    `teams` hold ratings already grown to the day of the match; `ranks` are
    integers, 1 best, equal for a tie. In a `group` match only teams of
    different rank are compared. `weigh` weighs each comparison; without it
    all count in full. Raises ValueError for fewer than two teams,
    an empty team, or the wrong number of ranks.
    """
    _check(teams, ranks, kind)
    tau2, kappa = constants.tau * constants.tau, constants.kappa
    variances = [[sigma * sigma + tau2 for _, sigma in team] for team in teams]
    full = [[1.0] * len(team) for team in teams]
    gradients = [[0.0] * len(team) for team in teams]
    informations = [[0.0] * len(team) for team in teams]
    for i, q, slope, known in _comparisons(
        [sum([mu - constants.mu0 for mu, _ in team]) for team in teams],
        [sum(team) for team in variances],
        ranks,
        kind == "group",
        2 * constants.beta * constants.beta,
    ):
        own, others = weigh(i, q, slope) if weigh else (full[i], full[q])
        for team, pull, parts in ((i, slope, own), (q, -slope, others)):
            for k, part in enumerate(parts):
                gradients[team][k] += part * pull
                informations[team][k] += part * known
    return [
        [
            Rating(mu + s2 * gradient, sqrt(s2 * max(1 - s2 * information, kappa)))
            for (mu, _), s2, gradient, information in zip(*each, strict=True)
        ]
        for each in zip(teams, variances, gradients, informations, strict=True)
    ]


def _check(teams: Sequence[Sequence[Rating]], ranks: Sequence[int], kind: str) -> None:
    """Raise ValueError unless the match can be rated."""
    if len(teams) < 2 or not all(teams):
        raise ValueError("a rated match needs two teams or more, none of them empty")
    if len(ranks) != len(teams):
        raise ValueError("a rated match needs one rank for each team")
    if kind not in ("ffa", "group"):
        raise ValueError(f"no such kind of match: {kind!r}")


def _comparisons(
    thetas: Sequence[float],
    variances: Sequence[float],
    ranks: Sequence[int],
    winners_only: bool,
    noise: float,
) -> Iterator[tuple[int, int, float, float]]:
    """Yield each pair of teams with the first one's gradient and the information (step 3)."""
    count = len(thetas)
    weight = 2 / count
    for i in range(count):
        theta, variance, rank = thetas[i], variances[i] + noise, ranks[i]
        for q in range(i + 1, count):
            if winners_only and rank == ranks[q]:
                continue
            c2 = variance + variances[q]
            c = sqrt(c2)
            p = 1 / (1 + exp((thetas[q] - theta) / c))
            score = 0.5 if rank == ranks[q] else rank < ranks[q]
            yield i, q, weight * (score - p) / c, weight * p * (1 - p) / c2


def win_chance(
    own: Sequence[Rating], other: Sequence[Rating], constants: Constants = WLBT
) -> float:
    """Return the chance that one team beats another, for display (1.4, end)."""
    tau2 = constants.tau * constants.tau
    both = [*own, *other]
    c2 = sum(sigma * sigma + tau2 for _, sigma in both) + 2 * constants.beta * constants.beta
    gap = sum(mu - constants.mu0 for mu, _ in other) - sum(mu - constants.mu0 for mu, _ in own)
    return 1 / (1 + exp(gap / sqrt(c2)))
