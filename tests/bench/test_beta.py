"""Choosing beta from the log of matches (tournaments 1.3)."""

from __future__ import annotations

from math import log

import pytest

from bench.beta import BETAS, losses_by_beta, mean_log_loss
from games.ratings.log import LogRow, Team


def row(number, *teams, kind="ffa"):
    return LogRow(number, f"m{number}", float(number), kind, teams)


def test_the_first_match_of_newcomers_is_a_tossed_coin():
    assert mean_log_loss([row(1, Team((1,), 1), Team((2,), 2))]) == pytest.approx(log(2))


def best(rows):
    losses = losses_by_beta(rows)
    return min(losses, key=losses.__getitem__)


def test_where_the_better_always_wins_a_small_beta_foretells_best():
    rows = [row(n, Team((1,), 1), Team((2,), 2)) for n in range(1, 40)]
    assert best(rows) == BETAS[0]


def test_where_results_are_luck_a_large_beta_foretells_best():
    rows = [row(n, Team((1,), 1 + n % 2), Team((2,), 2 - n % 2)) for n in range(1, 41)]
    assert best(rows) == BETAS[-1]


def test_a_log_of_ties_foretells_nothing():
    with pytest.raises(ValueError, match="decided"):
        mean_log_loss([row(1, Team((1,), 1), Team((2,), 1))])
