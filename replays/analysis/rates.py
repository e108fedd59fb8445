"""How often honest pairs reach a score, and which colluders do, as `bench/collusion.py` measured.

A game whose decisions can be weighed has `collusion.json` in its folder under `games/rules/`. Must
not import models.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from django.utils.translation import gettext

from games.engine.text import gettext_noop

KINDS = {
    "honest": gettext_noop("Honest"),
    "beside": gettext_noop("Honest, at a table with colluders"),
    "feud": gettext_noop("Honest, both after the same rival"),
    "soft": gettext_noop("Spare each other, hands unknown"),
    "team": gettext_noop("Share hands and play as a team"),
    "shy": gettext_noop("The same, in a third of their decisions"),
    "feed": gettext_noop("Share hands and give things up for each other"),
    "peek": gettext_noop("See the other’s hand, play for themselves"),
}
"""The kinds of pairs of bots, in words."""
Steps = Sequence[tuple[int, float]]
"""Scores by how many honest pairs it takes until one reaches them, rarest last."""
LEAST_MATCHES = 5
"""Fewer matches say too little; the rates were measured from five on."""


@dataclass(frozen=True)
class Checked:
    """On fresh matches, which part of pairs of a kind reached the alarm, by number of matches.

    Each share stands with the bounds that hold 95 %.
    """

    kind: str
    score: str
    shares: Mapping[int, tuple[float, float, float]]

    @property
    def label(self) -> str:
        """Return the kind in words."""
        return gettext(KINDS[self.kind])

    @property
    def by_span(self) -> list[tuple[int, str]]:
        """Return by matches, fewest first, the share in percent with its bounds."""
        found = []
        for span, parts in sorted(self.shares.items()):
            share, low, high = (round(100 * part) for part in parts)
            found.append((span, f"{share}% ({low}–{high})"))
        return found


@dataclass(frozen=True)
class Rates:
    """A game's thresholds for both scores, and how they did on fresh matches."""

    team: Steps
    peek: Steps
    alarm: int
    checked: tuple[Checked, ...]

    @property
    def spans(self) -> list[int]:
        """Return the numbers of matches for which it was checked."""
        return sorted(self.checked[0].shares) if self.checked else []


@cache
def rates_of(game: str) -> Rates:
    """Return the rates of a game that can be weighed."""
    file = resources.files(f"games.rules.{game}") / "collusion.json"
    read = json.loads(file.read_text(encoding="utf-8"))
    steps = {name: tuple((odds, least) for odds, least in read[name]) for name in ("team", "peek")}
    checked = tuple(
        Checked(
            one["kind"],
            one["score"],
            {int(span): tuple(share) for span, share in one["shares"].items()},
        )
        for one in read["checked"]
    )
    return Rates(steps["team"], steps["peek"], read["alarm"], checked)


def one_in(steps: Steps, score: float) -> int:
    """Return how many honest pairs it takes until one reaches a score, 1 if it is usual.

    Never more than was measured.
    """
    return max((odds for odds, least in steps if score >= least), default=1)
