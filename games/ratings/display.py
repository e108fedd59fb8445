"""Compute the numbers people see: rating, cautious rating, the provisional mark.

Spec: tournaments 1.5. Mu and sigma themselves are never shown. Pure: imports
no Django, random, time, datetime, os or secrets; times are UTC seconds.
"""

from __future__ import annotations

from math import floor

from games.ratings.algorithm import WLBT, Constants, Rating, grow

BASE = 1500
SCALE = 15
CAUTION = 2
PROVISIONAL_MATCHES = 10
PROVISIONAL_SIGMA = 5.5
DAY = 86400


def shown(mu: float) -> int:
    """Return the rating R as shown to players."""
    return floor(BASE + SCALE * (mu - WLBT.mu0) + 0.5)


def cautious(mu: float, sigma_now: float) -> int:
    """Return the cautious rating L, which orders ladders."""
    return floor(BASE + SCALE * (mu - WLBT.mu0 - CAUTION * sigma_now) + 0.5)


def change(before: Rating, after: Rating) -> int:
    """Return a match's rating change, as the difference of the shown ratings."""
    return shown(after.mu) - shown(before.mu)


def spread(sigma_now: float) -> int:
    """Return the "+-" of a profile page: two sigma in shown points."""
    return floor(CAUTION * SCALE * sigma_now + 0.5)


def sigma_now(
    sigma: float, last_match: float | None, now: float, constants: Constants = WLBT
) -> float:
    """Return sigma grown from the last rated match to `now` (both UTC seconds)."""
    return sigma if last_match is None else grow(sigma, (now - last_match) / DAY, constants)


def provisional(matches: int, sigma_today: float) -> bool:
    """Tell whether the rating is shown with "?"."""
    return matches < PROVISIONAL_MATCHES or sigma_today > PROVISIONAL_SIGMA
