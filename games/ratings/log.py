"""Model the log of finished rated matches, the source of truth for ratings.

The log is append-only: a correction is a new row that supersedes an older one
or voids its match. Spec: tournaments 1.6. Pure: imports no Django, random,
time, datetime, os or secrets; times are UTC seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.ratings.algorithm import ALGORITHM_VERSION, Kind

SITE = "site"
ALL_TIME = "all"


def club_owner(club: int) -> str:
    """Return a club's key as an owner of ladders."""
    return f"club:{club}"


class LogError(ValueError):
    """The log is inconsistent: a row refers to one that is missing or not current."""


class LadderKey(NamedTuple):
    """A ladder's key: owner, game, mode and season."""

    owner: str
    game: str
    mode: str
    season: str = ALL_TIME

    def __str__(self) -> str:
        return "/".join(self)


@dataclass(frozen=True, slots=True)
class Team:
    """One team or side of a finished match; `rank` 1 is best, equal ranks are tied.

    `side` is set in `group` matches: it names the side whose virtual member
    plays on the team. Members are player ids.
    """

    members: tuple[int, ...]
    rank: int
    side: str | None = None


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of the log; `number` counts rows in the order they were written.

    A row with `supersedes` replaces the row of that number (same match) from
    then on. A row with `void` marks the match as not counting (teams may then
    be empty).
    """

    number: int
    match: str
    finished_at: float
    kind: Kind
    teams: tuple[Team, ...]
    rated: bool = True
    supersedes: int | None = None
    void: bool = False
    ladders: tuple[LadderKey, ...] = ()
    version: int = ALGORITHM_VERSION

    @property
    def order(self) -> tuple[float, str]:
        """Return the match's sort order among all matches: (finished_at, match id)."""
        return (self.finished_at, self.match)

    def outcome(self, player: int, other: int) -> int | None:
        """Return 1, 0 or -1 as the player won, tied or lost against the other; None if neither.

        Partners, and sides of equal rank in a group match, are not opponents (spec 1.4).
        """
        own, theirs = self._team_of(player), self._team_of(other)
        if own is None or theirs is None or own is theirs:
            return None
        if self.kind == "group" and own.rank == theirs.rank:
            return None
        return (own.rank < theirs.rank) - (own.rank > theirs.rank)

    def _team_of(self, player: int) -> Team | None:
        return next((team for team in self.teams if player in team.members), None)


def ladder_keys(
    *,
    game: str,
    mode: str,
    club: str | None = None,
    site_season: str | None = None,
    club_season: str | None = None,
) -> tuple[LadderKey, ...]:
    """Return every ladder a match enters: the site's and its club's (1.5)."""
    keys = [LadderKey(SITE, game, mode)]
    if site_season is not None:
        keys.append(LadderKey(SITE, game, mode, site_season))
    if club is not None:
        keys.append(LadderKey(club, game, mode))
        if club_season is not None:
            keys.append(LadderKey(club, game, mode, club_season))
    return tuple(keys)


def current_rows(rows: Iterable[LogRow]) -> list[LogRow]:
    """Return the rows that count, in match order (1.6).

    Each match's newest row wins; void and unrated matches are dropped.
    Raises LogError when a row corrects one that is not current, or when a
    match's second row corrects nothing.
    """
    current: dict[str, LogRow] = {}
    for row in sorted(rows, key=lambda row: row.number):
        _check_succession(current.get(row.match), row)
        current[row.match] = row
    counted = [row for row in current.values() if row.rated and not row.void]
    return sorted(counted, key=lambda row: row.order)


def _check_succession(held: LogRow | None, row: LogRow) -> None:
    """Raise LogError unless `row` may follow the match's current row."""
    if held is None and row.supersedes is None and not row.void:
        return
    if held is None:
        raise LogError(f"row {row.number} corrects match {row.match}, which has no row before it")
    if row.supersedes != held.number:
        raise LogError(f"row {row.number} does not supersede row {held.number} of {row.match}")
