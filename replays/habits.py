"""What a person's coached matches have in common: the habits that cost them. For them alone.

Of each match, the coach picks the few decisions that seem to cost most, then compares these anew;
only the new pairs count here, so having picked the worst inflates nothing. A habit is told if it
showed in enough matches and costs more than chance explains, counting how many habits were tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from games.engine.contract import Rules
from games.luck.panels import Percent
from games.matches import store
from games.matches.models import Match, Seat, begun_by
from games.registry import ruleset_names
from replays.analysis.coach import AGAIN, Sample
from replays.models import AnalysedPly, Analysis

NEWEST = 50
"""The newest coached matches of a game that count."""
ENOUGH_MATCHES, ENOUGH_SHOWING = 5, 3
"""Habits are looked for from so many coached matches on; each must show in so many."""
LEAST_PAIRS = 64
LEAST = 0.01
NOISE = 2.0
"""How many standard errors a single habit must cost to be told; more if several were tried."""


@dataclass(frozen=True)
class Shown:
    """A decision compared anew: where, of what kind, and its cost with its error."""

    match: Match
    seat: int
    ply: int
    kind: str
    cost: float
    error: float


@dataclass(frozen=True)
class Habit:
    """A habit (a gettext key): the matches where it showed, and what it cost each time."""

    kind: str
    shown: Sequence[Shown]

    @property
    def matches(self) -> int:
        """Return in how many matches it showed."""
        return len({one.match.pk for one in self.shown})

    @property
    def cost(self) -> float:
        """Return the mean share of a win that it gave away."""
        return fmean(one.cost for one in self.shown)

    @property
    def error(self) -> float:
        """Return the standard error: the decisions' spread, at least that of their own errors."""
        count = len(self.shown)
        spread = stdev(one.cost for one in self.shown) / sqrt(count) if count > 1 else 0.0
        return max(spread, sqrt(sum(one.error**2 for one in self.shown)) / count)

    @property
    def percent(self) -> Percent:
        """Return the cost in percent of a win, below 0, with its standard error."""
        return Percent(-round(100 * self.cost), max(1, round(100 * self.error)))

    @property
    def worst(self) -> Shown:
        """Return the decision that cost most."""
        return max(self.shown, key=lambda one: one.cost)


@dataclass(frozen=True)
class Coached:
    """A game's coached matches of a person, and the habits to tell, the most expensive first."""

    game: str
    matches: int
    habits: list[Habit] = field(default_factory=list)

    @property
    def are_enough(self) -> bool:
        """Tell whether there are enough matches to look for habits."""
        return self.matches >= ENOUGH_MATCHES


def coached_of(person: Any) -> list[Coached]:
    """Return a person's coached matches by game, the most coached first."""
    by_game: dict[str, dict[int, int]] = {}
    found: dict[int, Match] = {}
    for seat in _coached_seats(person):
        numbers = by_game.setdefault(seat.match.game, {})
        if len(numbers) < NEWEST:
            numbers[seat.match_id] = seat.number
            found[seat.match_id] = seat.match
    coached = [
        Coached(game, len(numbers), _told(numbers, found)) for game, numbers in by_game.items()
    ]
    return sorted(coached, key=lambda one: (-one.matches, one.game))


def _coached_seats(person: Any) -> Iterable[Seat]:
    """Return a person's own seats in finished matches that were coached, newest first."""
    done = Analysis.objects.filter(is_coached=True, state=Analysis.State.DONE)
    seats = Seat.objects.filter(begun_by(person), taken_over_after=None, match__deal_open=False)
    found = seats.filter(match__in=done.values("match")).select_related("match")
    known = ruleset_names()
    return [
        seat
        for seat in found.order_by("-match__finished_at", "-match_id")
        if f"{seat.match.game}/{seat.match.ruleset}" in known
    ]


def _told(numbers: Mapping[int, int], matches: Mapping[int, Match]) -> list[Habit]:
    """Return the habits to tell; none from too few matches."""
    return told(_shown(numbers, matches)) if len(numbers) >= ENOUGH_MATCHES else []


def _shown(numbers: Mapping[int, int], matches: Mapping[int, Match]) -> list[Shown]:
    """Return the decisions of these seats (by match) that were compared anew and have a kind."""
    compared = AnalysedPly.objects.filter(
        analysis__match__in=[*numbers], compared__samples__has_key=AGAIN
    )
    rows = [(one.analysis.match_id, one) for one in compared.select_related("analysis")]
    made = store.actions_at([(match, row.ply) for match, row in rows])
    found = []
    for match, row in rows:
        action, sample = made[match, row.ply], Sample(**row.compared["samples"][AGAIN])
        if action.seat != numbers[match] or sample.pairs < LEAST_PAIRS:
            continue
        kind = _kind(matches[match].rules, action.action, row.compared["action"])
        if kind is not None:
            seat = numbers[match]
            found.append(Shown(matches[match], seat, row.ply, kind, sample.cost, sample.error))
    return found


def _kind(rules: Rules, made: Any, better: Any) -> str | None:
    return None if rules.teaching.habit is None else rules.teaching.habit(made, better)


def told(shown: Iterable[Shown]) -> list[Habit]:
    """Return the habits that cost more than chance explains, the most expensive first."""
    by_kind: dict[str, list[Shown]] = {}
    for one in shown:
        by_kind.setdefault(one.kind, []).append(one)
    habits = [Habit(kind, own) for kind, own in by_kind.items()]
    habits = [one for one in habits if one.matches >= ENOUGH_SHOWING]
    bar = noise_for(len(habits))
    kept = [one for one in habits if one.cost > max(LEAST, bar * one.error)]
    return sorted(kept, key=lambda one: (-one.cost, one.kind))


def noise_for(tried: int) -> float:
    """Return how many standard errors each of so many habits must cost.

    So that all together exceed it by chance no more often than a single one exceeds NOISE
    (Bonferroni).
    """
    by_chance = 1 - NormalDist().cdf(NOISE)
    return NormalDist().inv_cdf(1 - by_chance / max(1, tried))
