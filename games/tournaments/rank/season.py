"""Award season points for tournaments, and rank a season by them (spec: tournaments 1.5). Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

FULL_POINTS = 100


@dataclass(frozen=True, slots=True)
class PointsRule:
    """How an event's places give points.

    by_place    points of the first place, the second, …; places behind get none. None: place k of
                N is worth 100 (N - k + 1) / N
    attendance  points for everybody who played, added to those of the place
    """

    by_place: tuple[int, ...] | None = None
    attendance: int = 0

    def of(self, place: int, count: int) -> Fraction:
        """Return the points of one place of `count`, without attendance."""
        if self.by_place is None:
            return Fraction(FULL_POINTS * (count - place + 1), count)
        return Fraction(self.by_place[place - 1] if place <= len(self.by_place) else 0)


USUAL = PointsRule()


def event_points(
    places: Mapping[int, int], rule: PointsRule = USUAL, came: Collection[int] = ()
) -> dict[int, int]:
    """Return each player's season points for one tournament's final places.

    `places` are competition places (1, 1, 3); tied players each get the average of the places they
    cover, rounded half up. `came` are those who also get the points for attendance.
    """
    count, sharing = len(places), Counter(places.values())
    worth = {place: _worth(rule, place, shared, count) for place, shared in sharing.items()}
    return {
        player: worth[place] + (rule.attendance if player in came else 0)
        for player, place in places.items()
    }


def _worth(rule: PointsRule, place: int, shared_by: int, count: int) -> int:
    """Return the points of each of `shared_by` players tied at `place` of `count`."""
    covered = [rule.of(one, count) for one in range(place, place + shared_by)]
    return floor(sum(covered, Fraction()) / shared_by + Fraction(1, 2))


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """One player's result in one finished tournament."""

    tournament: int
    player: int
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One line of a season's table; `counted` are the results that make up the total."""

    place: int
    player: int
    total: int
    wins: int
    best: int
    played: int
    counted: tuple[SeasonResult, ...]


def season_table(results: Iterable[SeasonResult], best_of: int | None = None) -> list[SeasonRow]:
    """Return the season's ranking from the stored final standings.

    The total is the sum of a player's best `best_of` results (all, if None).
    Ties are broken by most tournaments won, best single result, fewer played;
    after that the place is shared. If a player has two results in one
    tournament, the later in `results` wins, so awarding twice is idempotent.
    """
    latest = {(result.player, result.tournament): result for result in results}
    by_player: dict[int, list[SeasonResult]] = defaultdict(list)
    for result in latest.values():
        by_player[result.player].append(result)
    rows = [_season_row(player, own, best_of) for player, own in by_player.items()]
    rows.sort(key=lambda row: (_order(row), row.player))
    keys = [_order(row) for row in rows]
    return [replace(row, place=keys.index(_order(row)) + 1) for row in rows]


def _season_row(player: int, own: list[SeasonResult], best_of: int | None) -> SeasonRow:
    """Return a player's line, without a place."""
    ordered = sorted(own, key=lambda result: (-result.points, result.tournament))
    counted = tuple(ordered[:best_of])
    return SeasonRow(
        place=0,
        player=player,
        total=sum(result.points for result in counted),
        wins=sum(result.place == 1 for result in own),
        best=ordered[0].points,
        played=len(own),
        counted=counted,
    )


def _order(row: SeasonRow) -> tuple[int, int, int, int]:
    """Return the sort key of a season's table; equal keys share a place."""
    return (-row.total, -row.wins, -row.best, row.played)
