"""Measure how well a set of constants predicts results, for choosing a game's beta.

Spec: tournaments 1.3 (after about 1000 rated matches compare the mean
log-loss of 25/6, 25/4, 25/3, 25/2 on the log). Pure: imports no Django,
random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import log

from games.ratings.algorithm import WLBT, Constants, win_chance
from games.ratings.log import LogRow, current_rows
from games.ratings.replay import LadderState, append, line_up

BETAS = (25 / 6, 25 / 4, 25 / 3, 25 / 2)


def mean_log_loss(rows: Iterable[LogRow], constants: Constants = WLBT) -> float:
    """Return the mean log-loss of the predictions made before each match.

    Averaged over the pairs of teams with different ranks; 0.693 is a coin
    toss, lower is better. Raises ValueError if no pair was decided.
    """
    state = LadderState()
    losses: list[float] = []
    for row in current_rows(rows):
        losses.extend(_losses(state, row, constants))
        state = append(state, row, constants=constants).state
    if not losses:
        raise ValueError("no decided pair in the log")
    return sum(losses) / len(losses)


def best_beta(rows: Iterable[LogRow], betas: Iterable[float] = BETAS) -> float:
    """Return the beta among `betas` that predicts the log best."""
    kept = list(rows)
    return min(betas, key=lambda beta: mean_log_loss(kept, replace(WLBT, beta=beta)))


def _losses(state: LadderState, row: LogRow, constants: Constants) -> list[float]:
    """Return the log-loss of each decided pair of teams of a match."""
    teams = line_up(state.members, row, constants)
    return [
        -log(win_chance(winners.ready, losers.ready, constants))
        for winners in teams
        for losers in teams
        if winners.rank < losers.rank
    ]
