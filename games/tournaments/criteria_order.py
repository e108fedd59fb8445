"""The orders of tie-breaks that directors choose from, and their names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext

from games.tournaments.config import RANKED, Config
from games.tournaments.problems import config_problems
from games.tournaments.standings.criteria import (
    CRITERIA,
    DUEL_SWISS,
    ROUND_ROBIN,
    table_criteria,
)


def orders(config: Config) -> dict[str, tuple[str, ...]]:
    """Return the standard orders that an event may use instead of its default."""
    known = {
        "swiss": DUEL_SWISS,
        "round_robin": ROUND_ROBIN,
        "tables": table_criteria(config.scores),
    }
    usual = replace(config, criteria=()).criteria_list
    return {key: order for key, order in known.items() if order != usual and _fits(config, order)}


def criterion_choices(config: Config) -> list[tuple[str, str]]:
    """Return the criteria available for a custom order; ratings are left out (spec 3.3)."""
    left_out = {"performance", *(() if config.scores != "none" else ("total_score",))}
    return [
        (name, gettext(one.title))
        for name, one in CRITERIA.items()
        if name not in left_out and _fits(config, (name,))
    ]


def titles(order: Iterable[str]) -> list[str]:
    """Return the names of criteria."""
    return [gettext(CRITERIA[name].title) for name in order]


def ordered_by(config: Config) -> list[str]:
    """Return an event's tie-breaks; empty if it ranks nothing by them."""
    return titles(config.criteria_list) if config.format in RANKED else []


def _fits(config: Config, order: tuple[str, ...]) -> bool:
    return not config_problems(replace(config, criteria=order))
