"""The log of finished rated matches: the truth from which ratings follow.

Rows are appended and never edited: a correction is a new row that supersedes
an older one or voids its match. Spec: tournaments 1.6. Pure: imports no
Django, random, time, datetime, os or secrets; times are UTC seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.ratings.algorithm import ALGORITHM_VERSION, Kind

SITE = "site"
ALL_TIME = "all"


def club_owner(club: int) -> str:
    """Return how a club is named as the owner of ladders."""
    return f"club:{club}"


class LogError(ValueError):
    """The log contradicts itself: a row names what is not there or not current."""


class LadderKey(NamedTuple):
    """One ladder: whose it is, of which game and mode, for which season."""

    owner: str
    game: str
    mode: str
    season: str = ALL_TIME

    def __str__(self) -> str:
        return "/".join(self)


@dataclass(frozen=True, slots=True)
class Team:
    """One team or side of a finished match; `rank` 1 is best, equal is tied.

    `side` is set in `group` matches: it names the side whose virtual member
    plays along. Members are player ids.
    """

    members: tuple[int, ...]
    rank: int
    side: str | None = None


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of the log; `number` counts rows in the order of writing.

    A row with `supersedes` replaces the row of that number (same match) from
    then on; with `void` it says that the match does not count (teams may then
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
        """Where the match stands among all matches: (finished_at, match id)."""
        return (self.finished_at, self.match)


def ladder_keys(
    *,
    game: str,
    mode: str,
    club: str | None = None,
    site_season: str | None = None,
    club_season: str | None = None,
) -> tuple[LadderKey, ...]:
    """Return every ladder that a match enters: the site's and its club's (1.5)."""
    keys = [LadderKey(SITE, game, mode)]
    if site_season is not None:
        keys.append(LadderKey(SITE, game, mode, site_season))
    if club is not None:
        keys.append(LadderKey(club, game, mode))
        if club_season is not None:
            keys.append(LadderKey(club, game, mode, club_season))
    return tuple(keys)


def current_rows(rows: Iterable[LogRow]) -> list[LogRow]:
    """Return the rows that count, in the order of the matches (1.6).

    Of every match the newest row decides; void and unrated ones drop out.
    Raises LogError when a row corrects one that is not current, or a match
    has two rows and the second corrects nothing.
    """
    current: dict[str, LogRow] = {}
    for row in sorted(rows, key=lambda row: row.number):
        _check_succession(current.get(row.match), row)
        current[row.match] = row
    counted = [row for row in current.values() if row.rated and not row.void]
    return sorted(counted, key=lambda row: row.order)


def _check_succession(held: LogRow | None, row: LogRow) -> None:
    """Raise LogError unless `row` may stand after the match's current row."""
    if held is None and row.supersedes is None and not row.void:
        return
    if held is None:
        raise LogError(f"row {row.number} corrects match {row.match}, which has no row before it")
    if row.supersedes != held.number:
        raise LogError(f"row {row.number} does not supersede row {held.number} of {row.match}")
