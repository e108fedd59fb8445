"""Read the accounts of matches, one by one, and of a person's matches together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from typing import Any, NamedTuple

from games.luck.models import Ledger
from games.matches.access import shown_again
from games.matches.models import Match, Seat, begun_by

NORMAL_95 = 1.96
ENOUGH = 5
"""Fewer matches say nothing about a person."""
NEWEST = 1000
"""Of a person's matches, so many count: this bounds the page's cost."""


class Line(NamedTuple):
    """What a seat was due before the deal, and what luck, its own decisions and others' gave it.

    In shares of a win. `error` is the standard error of the luck; that of all the rest together is
    the same, in the other direction.
    """

    begin: float
    luck: float
    own: float
    others: float
    error: float

    @property
    def won(self) -> float:
        """Return the seat's share of the result: the sum."""
        return self.begin + self.luck + self.own + self.others

    @property
    def over(self) -> float:
        """Return how much more than it was due it won."""
        return self.won - self.begin

    @property
    def corrected(self) -> float:
        """Return the same without its luck."""
        return self.over - self.luck


class Estimate(NamedTuple):
    """A mean, and by how much it may differ from the truth with 95 % certainty."""

    mean: float
    margin: float


@dataclass(frozen=True)
class Record:
    """A person's matches of a game together: what they won above what they were due, and why."""

    game: str
    matches: int
    over: Estimate
    luck: Estimate
    own: Estimate
    corrected: Estimate


def ledger_of(match: Match) -> Ledger | None:
    """Return the account of a match, finished or not."""
    return Ledger.objects.filter(match=match).first()


def lines_of(ledger: Ledger) -> list[Line]:
    """Return the lines of a finished account, by seat."""
    deeds = ledger.deeds
    given = [sum(own[seat] for own in deeds) for seat in range(len(deeds))]
    return [
        Line(begin, luck, deeds[seat][seat], given[seat] - deeds[seat][seat], sqrt(square))
        for seat, (begin, luck, square) in enumerate(
            zip(ledger.begin, ledger.luck, ledger.variance, strict=True)
        )
    ]


def done_ledgers(matches: Iterable[int]) -> dict[int, Ledger]:
    """Return the finished accounts of matches, by the matches' keys."""
    found = Ledger.objects.filter(match__in=[*matches], state=Ledger.State.DONE).defer("moments")
    return {one.match_id: one for one in found}


def settled_count(matches: Any) -> int:
    """Return how many of some matches are split, or can't be."""
    return Ledger.objects.filter(match__in=matches).exclude(state=Ledger.State.RUNNING).count()


def failed_ledgers(matches: Iterable[int]) -> int:
    """Return how many matches can't be split."""
    return Ledger.objects.filter(match__in=[*matches], state=Ledger.State.FAILED).count()


def records_of(person: Any) -> list[Record]:
    """Return a person's records, the most played game first, from matches that anybody may replay.

    One for each game with enough of them; the same for whoever asks.
    """
    over = Match.objects.filter(status=Match.Status.FINISHED, ledger__state=Ledger.State.DONE)
    seats = Seat.objects.filter(begun_by(person), match__in=over.filter(shown_again()))
    newest = seats.order_by("-match__finished_at", "-match_id")[:NEWEST]
    rows = [*newest.values_list("match_id", "match__game", "number")]
    ledgers = done_ledgers(match for match, _, _ in rows)
    by_game: dict[str, list[Line]] = {}
    for match, game, number in rows:
        if match in ledgers:
            by_game.setdefault(game, []).append(lines_of(ledgers[match])[number])
    found = [record_of(game, lines) for game, lines in by_game.items() if len(lines) >= ENOUGH]
    return sorted(found, key=lambda one: (-one.matches, one.game))


def record_of(game: str, lines: Sequence[Line]) -> Record:
    """Return the record of two matches of a game or more."""
    freedom = len(lines) - 1
    return Record(
        game=game,
        matches=len(lines),
        over=_of_results([one.over for one in lines]),
        luck=estimate([one.luck for one in lines], variance(one.luck for one in lines), freedom),
        own=_of_results([one.own for one in lines]),
        corrected=_of_results([one.corrected for one in lines]),
    )


def _of_results(values: Sequence[float]) -> Estimate:
    """Return an estimate, as if one more match had ended otherwise if all ended alike."""
    found = estimate(values, variance(values), len(values) - 1)
    return found._replace(margin=max(found.margin, NORMAL_95 / (len(values) + 2)))


def estimate(values: Sequence[float], spread: float, freedom: int) -> Estimate:
    """Return the mean of values with their variance, which has so many degrees of freedom."""
    return Estimate(fmean(values), _quantile(freedom) * sqrt(spread / len(values)))


def _quantile(freedom: int) -> float:
    """Return Student's two-sided 95 % quantile.

    By the expansion of Cornish and Fisher: at least 1.96, and 2 % too low for 4 degrees.
    """
    z, n = NORMAL_95, max(1, freedom)
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
