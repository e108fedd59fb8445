"""How strong a game's bots are, as `bench/bots.py --json` measured it; read once per process.

A game may have `strength.json` in its folder under `games/rules/`, with one round robin for each
number of seats and options. Must not import models.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Strength:
    """A level in Elo points above the weakest, and above the next lower one (`lead`).

    `low` and `high` bound 95 % of a bootstrap of the lead; the lowest level has none of the three.
    """

    level: str
    elo: int
    lead: int | None = None
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class RoundRobin:
    """All levels against each other: at how many seats, and with which options of the game's."""

    seats: int
    options: Mapping[str, Any]
    matches: int
    levels: Mapping[str, Strength]


@cache
def round_robins(game: str) -> tuple[RoundRobin, ...]:
    """Return a game's round robins, the one to be shown first in front; may be empty."""
    file = resources.files(f"games.rules.{game}") / "strength.json"
    if not file.is_file():
        return ()
    return tuple(
        RoundRobin(
            one["seats"],
            one["options"],
            one["matches"],
            {level["level"]: Strength(**level) for level in one["levels"]},
        )
        for one in json.loads(file.read_text(encoding="utf-8"))
    )
