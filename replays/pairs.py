"""Pairs of people at tables of three and more: who met most, and what their decisions say. Reads.

Only finished matches count that anybody may replay (public, under no embargo), so the report holds
nothing that its reader couldn't find in those replays. A seat counts for who held it all along.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from accounts.models import User
from games.engine.collusion import LEAST_OTHERS, Weight
from games.matches.access import shown_again
from games.matches.history import game_title
from games.matches.models import Match, Seat
from games.matches.presenters import holders_of
from games.registry import all_rules
from replays.analysis.rates import LEAST_MATCHES, Rates, one_in, rates_of
from replays.models import Analysis, TableReading
from replays.moments import address_of, lines_of

METHOD = 1
"""Raised when decisions are weighed differently: matches are then read again."""
LATEST = 1000
"""So many of the latest matches are searched for pairs."""
MOST_PAIRS, MOST_MET, MOST_PLIES = 40, 200, 10
OWN = Q(user__isnull=False, taken_over_after=None)


class Met(NamedTuple):
    """Two people in one match: the match's key, and their seats."""

    match: int
    one: int
    other: int

    @property
    def directions(self) -> tuple[tuple[int, str], tuple[int, str]]:
        """Return each of both seats, with its key in `TableReading.pairs`."""
        return (self.one, f"{self.one}-{self.other}"), (self.other, f"{self.other}-{self.one}")


@dataclass
class PairScore:
    """Two people in one game: the matches they met in, and the sum of those read."""

    game: str
    people: tuple[Any, Any]
    met: list[Met] = field(default_factory=list)
    read: int = 0
    each: tuple[Weight, Weight] = (Weight(), Weight())

    def add(self, one: Weight, other: Weight) -> None:
        """Add a match that was read: what each of both decided, weighed for the other."""
        self.read += 1
        self.each = (self.each[0].plus(one), self.each[1].plus(other))

    @property
    def title(self) -> str:
        """Return the game's title."""
        return game_title(self.game)

    @property
    def weight(self) -> Weight:
        """Return the sum of both people's decisions."""
        return self.each[0].plus(self.each[1])

    @property
    def rates(self) -> Rates:
        """Return the game's error rates."""
        return rates_of(self.game)

    @property
    def is_enough(self) -> bool:
        """Tell whether enough matches were read for the rates to hold."""
        return self.read >= LEAST_MATCHES

    @property
    def team_odds(self) -> int:
        """Return how many honest pairs it takes until one reaches the score for teams."""
        return one_in(self.rates.team, self.weight.team_score) if self.is_enough else 1

    @property
    def peek_odds(self) -> int:
        """Return the same for the score of playing by the other's cards."""
        return one_in(self.rates.peek, self.weight.peek_score) if self.is_enough else 1

    @property
    def directions(self) -> list[dict[str, Any]]:
        """Return both people's names, and how much each plays for the other."""
        names = [one.username for one in self.people]
        return [
            {"name": names[at], "other": names[1 - at], "score": self.each[at].team_score}
            for at in (0, 1)
        ]


@dataclass(frozen=True)
class HeavyPly:
    """A decision that weighs much: its match and ply, who made it, and what happened."""

    nats: float
    ply: int
    name: str
    match: Match
    url: str
    lines: list[str]


def sat_alone(seat: Seat) -> bool:
    """Tell whether a person, and no substitute, held a seat."""
    return seat.user_id is not None and not seat.is_taken_over


def readable() -> QuerySet[Match]:
    """Return the matches that may be read, newest first; some turn out to have partners."""
    games = [key for key, rules in all_rules().items() if rules.stakes is not None]
    found = Match.objects.filter(
        shown_again(),
        status=Match.Status.FINISHED,
        seat_count__gt=LEAST_OTHERS,
        practice=False,
        game__in=games,
    )
    return found.order_by("-finished_at", "-pk")


def matches_of(one: User, other: User | None = None) -> QuerySet[Match]:
    """Return the readable matches of a person with another one, or with anybody."""
    seats = Seat.objects.filter(OWN)
    found = readable().filter(pk__in=seats.filter(user=one).values("match"))
    theirs = seats.exclude(user=one) if other is None else seats.filter(user=other)
    return found.filter(pk__in=theirs.values("match"))


def pairs_met() -> list[PairScore]:
    """Return pairs of the latest matches, those whose score is rarest first, then by matches."""
    matches = dict(readable().values_list("pk", "game")[:LATEST])
    seats: dict[int, list[tuple[int, int]]] = defaultdict(list)
    rows = Seat.objects.filter(OWN, match__in=matches).order_by("user_id")
    for match, number, user in rows.values_list("match_id", "number", "user_id"):
        seats[match].append((user, number))
    found: dict[tuple[str, int, int], PairScore] = {}
    for match, sat in seats.items():
        for (one, at), (other, beside) in combinations(sat, 2):
            key = (matches[match], one, other)
            pair = found.setdefault(key, PairScore(key[0], (one, other)))
            pair.met.append(Met(match, at, beside))
    _add_readings(found.values(), _readings(matches))
    ranked = sorted(found.values(), key=_rank, reverse=True)[:MOST_PAIRS]
    users = User.objects.in_bulk({pk for pair in ranked for pk in pair.people})
    for pair in ranked:
        pair.people = (users[pair.people[0]], users[pair.people[1]])
    return ranked


def pair_scores(one: User, other: User) -> list[PairScore]:
    """Return what the latest matches of two people say, game by game."""
    matches = dict(matches_of(one, other).values_list("pk", "game")[:MOST_MET])
    seats = Seat.objects.filter(OWN, match__in=matches, user__in=(one, other))
    at = {(seat.match_id, seat.user_id): seat.number for seat in seats}
    found: dict[str, PairScore] = {}
    for pk, game in matches.items():
        pair = found.setdefault(game, PairScore(game, (one, other)))
        pair.met.append(Met(pk, at[pk, one.pk], at[pk, other.pk]))
    _add_readings(found.values(), _readings(matches))
    return sorted(found.values(), key=_rank, reverse=True)


def heavy_plies(pairs: Iterable[PairScore]) -> list[HeavyPly]:
    """Return the decisions of these pairs that weigh most for a team."""
    met = {one.match: one for pair in pairs for one in pair.met}
    found = [
        (nats, ply, pk, seat, events)
        for pk, pairs_read in _readings(met).items()
        for seat, key in met[pk].directions
        for ply, nats, events in pairs_read.get(key, {"plies": []})["plies"]
    ]
    found = sorted(found, key=lambda one: -one[0])[:MOST_PLIES]
    matches = Match.objects.prefetch_related("seats__user").in_bulk({one[2] for one in found})
    return [_heavy(matches[pk], nats, ply, seat, events) for nats, ply, pk, seat, events in found]


def is_being_read(pairs: Iterable[PairScore]) -> bool:
    """Tell whether a match of these pairs waits to be read."""
    matches = [met.match for pair in pairs for met in pair.met]
    return TableReading.objects.filter(match__in=matches, due_at__isnull=False).exists()


def waiting() -> int:
    """Return how many matches wait to be read."""
    return TableReading.objects.filter(due_at__isnull=False).count()


def _heavy(match: Match, nats: float, ply: int, seat: int, events: Sequence[Any]) -> HeavyPly:
    names = holders_of(list(match.seats.all())).at(ply)
    lines = lines_of(match.rules, events, names)
    return HeavyPly(nats, ply, names[seat], match, address_of(match, ply), lines)


def _readings(matches: Iterable[int]) -> dict[int, dict[str, Any]]:
    """Return what was found in those of the matches that are read."""
    done = TableReading.objects.filter(
        match__in=list(matches), method=METHOD, state=Analysis.State.DONE
    )
    return dict(done.values_list("match_id", "pairs"))


def _add_readings(pairs: Iterable[PairScore], readings: Mapping[int, dict[str, Any]]) -> None:
    """Add to each pair what was found in its matches; those with partners have nothing."""
    for pair in pairs:
        for met in pair.met:
            found = readings.get(met.match, {})
            sums = [found.get(key, {}).get("sum") for _, key in met.directions]
            if any(sums):
                pair.add(*(Weight(*each) if each else Weight() for each in sums))


def _rank(pair: PairScore) -> tuple[int, float, int]:
    return pair.team_odds, pair.weight.team_score if pair.is_enough else 0.0, len(pair.met)
