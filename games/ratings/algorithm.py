"""Implement WLBT, the rating model shared by all games and ladders.

A pairwise Weng-Lin Bradley-Terry update; its weight 2/n keeps tables of two
and of ten on one scale. Spec: tournaments 1.4. Pure: imports no Django,
random, time, datetime, os or secrets. The formula and constants are version 1;
changing a number needs a new version and a full replay (1.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Literal, NamedTuple

ALGORITHM_VERSION = 1
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


def update(
    teams: Sequence[Sequence[Rating]],
    ranks: Sequence[int],
    kind: Kind = "ffa",
    constants: Constants = WLBT,
) -> list[list[Rating]]:
    """Return every member's rating after one match, unrounded (steps 1 to 4).

    `teams` hold ratings already grown to the day of the match; `ranks` are
    integers, 1 best, equal for a tie. In a `group` match only teams of
    different rank are compared. Raises ValueError for fewer than two teams,
    an empty team, or the wrong number of ranks.
    """
    _check(teams, ranks, kind)
    tau2, kappa = constants.tau * constants.tau, constants.kappa
    variances = [[sigma * sigma + tau2 for _, sigma in team] for team in teams]
    gradients, informations = _pulls(
        [sum([mu - constants.mu0 for mu, _ in team]) for team in teams],
        [sum(team) for team in variances],
        ranks,
        kind == "group",
        2 * constants.beta * constants.beta,
    )
    return [
        [
            Rating(mu + s2 * gradient, sqrt(s2 * max(1 - s2 * information, kappa)))
            for (mu, _), s2 in zip(team, own, strict=True)
        ]
        for team, own, gradient, information in zip(
            teams, variances, gradients, informations, strict=True
        )
    ]


def _check(teams: Sequence[Sequence[Rating]], ranks: Sequence[int], kind: str) -> None:
    """Raise ValueError unless the match can be rated."""
    if len(teams) < 2 or not all(teams):
        raise ValueError("a rated match needs two teams or more, none of them empty")
    if len(ranks) != len(teams):
        raise ValueError("a rated match needs one rank for each team")
    if kind not in ("ffa", "group"):
        raise ValueError(f"no such kind of match: {kind!r}")


def _pulls(
    thetas: Sequence[float],
    variances: Sequence[float],
    ranks: Sequence[int],
    winners_only: bool,
    noise: float,
) -> tuple[list[float], list[float]]:
    """Return each team's gradient and information, summed over its pairs (step 3)."""
    count = len(thetas)
    weight = 2 / count
    gradients = [0.0] * count
    informations = [0.0] * count
    for i in range(count):
        theta, variance, rank = thetas[i], variances[i] + noise, ranks[i]
        for q in range(i + 1, count):
            if winners_only and rank == ranks[q]:
                continue
            c2 = variance + variances[q]
            c = sqrt(c2)
            p = 1 / (1 + exp((thetas[q] - theta) / c))
            score = 0.5 if rank == ranks[q] else rank < ranks[q]
            slope = weight * (score - p) / c
            gradients[i] += slope
            gradients[q] -= slope
            known = weight * p * (1 - p) / c2
            informations[i] += known
            informations[q] += known
    return gradients, informations


def win_chance(
    own: Sequence[Rating], other: Sequence[Rating], constants: Constants = WLBT
) -> float:
    """Return the chance that one team beats another, for display (1.4, end)."""
    tau2 = constants.tau * constants.tau
    both = [*own, *other]
    c2 = sum(sigma * sigma + tau2 for _, sigma in both) + 2 * constants.beta * constants.beta
    gap = sum(mu - constants.mu0 for mu, _ in other) - sum(mu - constants.mu0 for mu, _ in own)
    return 1 / (1 + exp(gap / sqrt(c2)))
