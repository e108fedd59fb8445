"""How well values of `beta` predict a game's results. Run: python bench/beta.py game/mode.

Spec: tournaments 1.3. Compares the mean log-loss of a few values on the
site's log of finished matches.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from math import log
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.ratings.algorithm import WLBT, Constants, win_chance
from games.ratings.log import SITE, LadderKey, LogRow, current_rows
from games.ratings.replay import append, line_up
from games.ratings.state import LadderState

BETAS = (25 / 6, 25 / 4, 25 / 3, 25 / 2)


def mean_log_loss(rows: Iterable[LogRow], constants: Constants = WLBT) -> float:
    """Return the mean log-loss of the predictions made before each match.

    Averaged over the pairs of teams with different ranks; 0.693 is a coin
    toss, lower is better. Raises ValueError if no pair was decided.
    """
    state = LadderState()
    losses: list[float] = []
    for row in current_rows(rows):
        teams = line_up(state.members, row, constants)
        losses += [
            -log(win_chance(winners.ready, losers.ready, constants))
            for winners in teams
            for losers in teams
            if winners.rank < losers.rank
        ]
        state = append(state, row, constants=constants).state
    if not losses:
        raise ValueError("no decided pair in the log")
    return sum(losses) / len(losses)


def losses_by_beta(rows: Iterable[LogRow]) -> dict[float, float]:
    """Return the mean log-loss for each of BETAS."""
    kept = list(rows)
    return {beta: mean_log_loss(kept, replace(WLBT, beta=beta)) for beta in BETAS}


def main() -> None:
    """Print the mean log-loss of each beta on one ladder of the site."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from games.ratings.models import Ladder
    from games.ratings.services.cache import logged_rows

    game, _, mode = sys.argv[1].partition("/")
    rows = logged_rows(Ladder(**LadderKey(SITE, game, mode)._asdict()))
    for beta, loss in losses_by_beta(rows).items():
        print(f"beta {beta:.3f}: mean log-loss {loss:.4f}")


if __name__ == "__main__":
    main()
