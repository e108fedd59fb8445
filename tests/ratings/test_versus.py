"""Head-to-head records, and choosing beta from the log (tournaments 1.3)."""

from __future__ import annotations

from math import log

import pytest

from games.ratings.calibrate import BETAS, best_beta, mean_log_loss
from games.ratings.log import LogRow, Team
from games.ratings.versus import head_to_head


def row(number, *teams, kind="ffa"):
    return LogRow(number, f"m{number}", float(number), kind, teams)


def test_head_to_head_counts_opponents_of_shared_matches_only():
    rows = [
        row(1, Team((1,), 1), Team((2,), 2), Team((3,), 3)),
        row(2, Team((2,), 1), Team((1,), 1)),
        row(3, Team((1, 2), 1), Team((3, 4), 2)),
        row(4, Team((2,), 1), Team((1,), 2)),
        row(5, Team((1,), 1, "red"), Team((2,), 1, "free"), Team((3,), 2, "black"), kind="group"),
        row(6, Team((2,), 1), Team((3,), 2)),
    ]
    assert [(one.match, one.outcome) for one in head_to_head(rows, 1, 2)] == [
        ("m1", 1),
        ("m2", 0),
        ("m4", -1),
    ]


def test_the_first_match_of_newcomers_is_a_tossed_coin():
    assert mean_log_loss([row(1, Team((1,), 1), Team((2,), 2))]) == pytest.approx(log(2))


def test_where_the_better_always_wins_a_small_beta_foretells_best():
    rows = [row(n, Team((1,), 1), Team((2,), 2)) for n in range(1, 40)]
    assert best_beta(rows) == BETAS[0]


def test_where_results_are_luck_a_large_beta_foretells_best():
    rows = [row(n, Team((1,), 1 + n % 2), Team((2,), 2 - n % 2)) for n in range(1, 41)]
    assert best_beta(rows) == BETAS[-1]


def test_a_log_of_ties_foretells_nothing():
    with pytest.raises(ValueError, match="decided"):
        mean_log_loss([row(1, Team((1,), 1), Team((2,), 1))])
