"""Bots against bots: deals are played from every side, and equal bots come out equal."""

from __future__ import annotations

import random

from games.engine.options import complete_options
from games.engine.selfplay import Deal, play_deals, standings
from games.registry import all_rules

RULES = all_rules()["deadline_99"]


def deals(names: list[str], seats: int, count: int, first: int = 0) -> list[Deal]:
    options = complete_options(RULES.meta, seats, {})
    return list(
        play_deals(RULES, options, seats, names, deals=count, dice_of=random.Random, first=first)
    )


def test_the_shares_of_a_deal_add_up_to_one() -> None:
    for deal in deals(["novice", "novice"], 3, 5):
        assert abs(sum(deal.shares) - 1) < 1e-9
        assert sum(deal.wins) <= 2


def test_the_same_call_plays_the_same_matches() -> None:
    assert deals(["novice", "novice"], 4, 3) == deals(["novice", "novice"], 4, 3)
    assert deals(["novice", "novice"], 4, 2, first=1) == deals(["novice", "novice"], 4, 3)[1:]


def test_the_margin_is_that_of_the_mean_over_the_deals() -> None:
    played = [Deal((1.0, 0.0), (2, 0), 9), Deal((0.5, 0.5), (1, 1), 9)]
    keen, simple = standings(["club", "novice"], played)
    assert (keen.share, keen.wins, simple.share, simple.wins) == (0.75, 3, 0.25, 1)
    assert abs(keen.margin - 1.96 * (0.125 / 2) ** 0.5) < 1e-9
