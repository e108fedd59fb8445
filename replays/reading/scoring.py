"""Score forecasts, and compare them with what happened: totals and calibration. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from games.engine.reading import score

BINS = 10
Z = 1.96
"""How many standard errors wide the intervals are either way: 95 %."""


class Answer(NamedTuple):
    """A question, the percentages that a person, counting and the bot said, and what was true."""

    seat: int
    key: str
    said: int
    counted: float
    bot: float
    outcome: bool

    @property
    def bits(self) -> float:
        """Return the person's score, in bits."""
        return score(self.said / 100, self.outcome)

    @property
    def counted_bits(self) -> float:
        """Return counting's score."""
        return score(self.counted / 100, self.outcome)

    @property
    def bot_bits(self) -> float:
        """Return the bot's score."""
        return score(self.bot / 100, self.outcome)


@dataclass(frozen=True)
class Score:
    """Some answers together; figures in bits."""

    questions: int
    bits: float
    counted_bits: float
    bot_bits: float

    @property
    def over_counting(self) -> float:
        """Return by how much the person beat counting."""
        return self.bits - self.counted_bits

    @property
    def bot_over_counting(self) -> float:
        """Return by how much the bot beat counting."""
        return self.bot_bits - self.counted_bits

    @property
    def each(self) -> float:
        """Return the person's lead over counting for each question."""
        return self.over_counting / max(1, self.questions)

    @property
    def bot_each(self) -> float:
        """Return the bot's lead over counting for each question."""
        return self.bot_over_counting / max(1, self.questions)


def score_of(answers: Sequence[Answer]) -> Score:
    """Return the score of some answers together."""
    return Score(
        len(answers),
        sum(one.bits for one in answers),
        sum(one.counted_bits for one in answers),
        sum(one.bot_bits for one in answers),
    )


@dataclass(frozen=True)
class Bin:
    """Forecasts between `low` and `high` percent: what was said on average, how often it came true.

    `least` and `most` are the bounds of the 95 % interval. All in percent.
    """

    low: int
    high: int
    count: int
    said: float
    came: float
    least: float
    most: float


def calibration(answers: Iterable[Answer]) -> list[Bin]:
    """Return how often came true what was said, by tenths, without empty ones."""
    found: list[list[Answer]] = [[] for _ in range(BINS)]
    for one in answers:
        found[one.said * BINS // 100].append(one)
    return [_bin(at, each) for at, each in enumerate(found) if each]


def _bin(at: int, answers: Sequence[Answer]) -> Bin:
    came, wide = fmean(one.outcome for one in answers), 100 // BINS
    least, most = interval(came, len(answers))
    said = fmean(one.said for one in answers)
    return Bin(max(1, at * wide), at * wide + wide - 1, len(answers), said, 100 * came, least, most)


def interval(share: float, count: int) -> tuple[float, float]:
    """Return the bounds of a share's 95 % interval in percent (Wilson, 1927)."""
    spread = Z * Z / count
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count))
    return 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)
