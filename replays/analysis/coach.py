"""Decide which decisions to compare with the better bot's, how often, and which to tell. Pure.

A decision is compared by playing on, in pairs, after the action made and after the bot's, in deals
that its seat could imagine. Most pairs go to the decisions that seem to cost most (sequential
halving: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
The most expensive of many noisy figures looks more expensive than it is, so those few are compared
anew, and only the new pairs are told. Must not import Django or a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from math import sqrt
from typing import Any, NamedTuple

FIRST, AGAIN, TRUTH = "first", "again", "truth"
ROUND = 4
"""Pairs of each decision in the first round. Each later round has twice as many; from the third on,
only for the half that seemed to cost most in the one before."""
TOLD = 3
"""Most decisions of one seat to tell."""
STEP = 16
"""Pairs of one of these before it is the next one's turn."""
PAIRS = {AGAIN: 2048, TRUTH: 512}
BUDGET_MS = {FIRST: 20_000, AGAIN: 25_000, TRUTH: 5_000}
"""CPU time for each of one or two seats; more share that of two. When it is up, the next sample
begins with what there is."""
SHARING = 2
LEAST = 0.03
NOISE = 2.0
"""How many standard errors a decision must have cost to be told; LEAST is in shares of a win."""


@dataclass
class Sample:
    """Pairs played on: the seat's shares of the win, summed, and the squared differences."""

    pairs: int = 0
    made: float = 0.0
    better: float = 0.0
    squares: float = 0.0
    spent_ms: int = 0

    def add(self, pairs: Iterable[Sequence[float]], spent_ms: int) -> None:
        """Add pairs: the shares after the action made and after the better one."""
        for made, better in pairs:
            self.pairs += 1
            self.made += made
            self.better += better
            self.squares += (better - made) ** 2
        self.spent_ms += spent_ms

    @property
    def cost(self) -> float:
        """Return the mean share of the win that the action made gave away."""
        return (self.better - self.made) / self.pairs if self.pairs else 0.0

    @property
    def error(self) -> float:
        """Return the standard error of the cost, as if one more pair had differed if none does."""
        count = max(1, self.pairs)
        spread = max(0.0, self.squares / count - self.cost**2)
        return max(sqrt(spread / max(1, count - 1)), 1 / (count + 2))

    @property
    def is_told(self) -> bool:
        """Tell whether the decision cost more than chance explains."""
        return self.pairs > 0 and self.cost > max(LEAST, NOISE * self.error)


@dataclass
class Trial:
    """A decision that the better bot would have made otherwise, with what was played on.

    `turn` is the first ply of the seat's turn.
    """

    ply: int
    seat: int
    turn: int
    samples: dict[str, Sample] = field(default_factory=dict)

    def sample(self, name: str) -> Sample:
        """Return one of its samples, empty at first."""
        return self.samples.setdefault(name, Sample())

    @property
    def stored(self) -> dict[str, Any]:
        """Return the samples as a row keeps them."""
        return {name: asdict(sample) for name, sample in self.samples.items() if sample.pairs}

    def spent(self, name: str) -> int:
        """Return the CPU milliseconds of a sample."""
        return self.samples[name].spent_ms if name in self.samples else 0


def trial_of(actors: Sequence[int | None], ply: int, stored: Mapping[str, Any]) -> Trial:
    """Return the trial of a ply, of a match with the given `actors` by ply, from `Trial.stored`."""
    seat, turn = actors[ply], ply
    assert seat is not None
    while actors[turn - 1] == seat:
        turn -= 1
    return Trial(ply, seat, turn, {name: Sample(**sample) for name, sample in stored.items()})


class Wanted(NamedTuple):
    """What to play on next: pairs of a trial's sample, numbered up to `end`."""

    trial: Trial
    sample: str
    end: int


def next_wanted(trials: Sequence[Trial]) -> Wanted | None:
    """Return what to play on next, or None if all is done; seats come one after the other."""
    ordered, budget = sorted(trials, key=lambda one: (one.seat, one.ply)), _budget(trials)
    for _, group in groupby(ordered, key=lambda one: one.seat):
        own = list(group)
        if wanted := _round(own, budget) or _again(own, budget):
            return wanted
    return None


def progress(trials: Sequence[Trial]) -> float:
    """Return how much of the time for comparisons is used up, 0 to 1; 1 if all is done."""
    if next_wanted(trials) is None:
        return 1.0
    spent = sum(_spent(trials, name) for name in BUDGET_MS)
    return min(1.0, spent / (len(_seats(trials)) * sum(_budget(trials).values())))


def told(trials: Iterable[Trial]) -> list[Trial]:
    """Return the decisions that cost their seats most, the most expensive first."""
    found = [one for one in trials if one.sample(AGAIN).is_told]
    return sorted(found, key=lambda one: (-one.sample(AGAIN).cost, one.ply))


def _seats(trials: Iterable[Trial]) -> set[int]:
    return {one.seat for one in trials}


def _budget(trials: Iterable[Trial]) -> dict[str, float]:
    """Return the CPU milliseconds of each sample for each seat."""
    share = SHARING / max(SHARING, len(_seats(trials)))
    return {name: share * most for name, most in BUDGET_MS.items()}


def _spent(trials: Iterable[Trial], name: str) -> int:
    return sum(one.spent(name) for one in trials)


def _round(trials: list[Trial], budget: Mapping[str, float]) -> Wanted | None:
    """Return the next pairs of the halving: all decisions twice, then the better half, …"""
    if _spent(trials, FIRST) >= budget[FIRST]:
        return None
    left, end = trials, ROUND
    while len(left) > TOLD:
        behind = next((one for one in left if one.sample(FIRST).pairs < end), None)
        if behind is not None:
            return Wanted(behind, FIRST, end)
        most = len(left) if end == ROUND else max(TOLD, len(left) // 2)
        left, end = _best(left, most), end * 2
    return None


def _best(trials: Iterable[Trial], most: int) -> list[Trial]:
    """Return the trials with the most pairs; among equals, those that seem to cost most."""
    firsts = [(one.sample(FIRST), one) for one in trials]
    firsts.sort(key=lambda each: (-each[0].pairs, -each[0].cost, each[1].ply))
    return [one for _, one in firsts[:most]]


def _again(trials: list[Trial], budget: Mapping[str, float]) -> Wanted | None:
    """Return the next pairs of those to tell, evenly, first as imagined, then as dealt.

    The search leaves them the time that it didn't need.
    """
    saved = max(0, budget[FIRST] - _spent(trials, FIRST))
    most = {AGAIN: budget[AGAIN] + saved, TRUTH: budget[TRUTH]}
    turns: dict[int, Trial] = {}
    for one in _best(trials, len(trials)):
        turns.setdefault(one.turn, one)  # a slip is told once, not at each action after it
    chosen = [*turns.values()][:TOLD]
    for name, end in PAIRS.items():
        behind = [one for one in chosen if one.sample(name).pairs < end]
        if behind and _spent(chosen, name) < most[name]:
            one = min(behind, key=lambda trial: (trial.sample(name).pairs, trial.ply))
            return Wanted(one, name, min(end, one.sample(name).pairs + STEP))
    return None
