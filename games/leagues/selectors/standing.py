"""How a division stands: the standings of its event, with people instead of entries."""

from __future__ import annotations

from dataclasses import dataclass

from games.leagues.models import Division, League, LeagueSeason
from games.leagues.moves import Zones, zones
from games.matches.recent import Recent
from games.tournaments.direct.board import BoardRow, board
from games.tournaments.direct.state import State
from games.tournaments.models import Tournament
from games.tournaments.selectors.clubs import OVER
from games.tournaments.show.event import public_state
from games.tournaments.show.standings import has_results
from games.tournaments.store import KEPT, load_state

BOARDS: Recent[list[BoardRow]] = Recent(KEPT)
"""The latest standings of divisions, by event, actions and rounds shown."""


@dataclass(frozen=True)
class Line:
    """A person in the standings; `place` is None before the first result, and for who is struck."""

    player: int
    place: int | None
    points: str
    played: int
    is_out: bool


@dataclass(frozen=True)
class Standing:
    """A division with the public state of its event, best first; `state` is None without one."""

    division: Division
    event: Tournament | None
    state: State | None
    lines: list[Line]
    zones: Zones

    @property
    def is_over(self) -> bool:
        """Tell whether nothing is left to play."""
        return self.event is None or self.event.phase in OVER

    @property
    def order(self) -> list[int]:
        """Return the people's numbers in the order of the standings."""
        return [line.player for line in self.lines]

    def zone(self, at: int) -> str:
        """Return `up`, `down` or nothing for the line at this index."""
        if at < self.zones.up:
            return "up"
        return "down" if at >= len(self.lines) - self.zones.down else ""


def standings_of(league: League, season: LeagueSeason) -> list[Standing]:
    """Return the divisions of a season as they stand, the first one on top."""
    divisions = list(season.divisions.select_related("event"))
    found = [(one, _state(one.event)) for one in divisions]
    lines = [[] if one.event is None or state is None else _lines(one.event, state)
             for one, state in found]  # fmt: skip
    marked = zones([len(one) for one in lines], league.movers)
    return [
        Standing(division, division.event, state, own, zone)
        for (division, state), own, zone in zip(found, lines, marked, strict=True)
    ]


def _state(event: Tournament | None) -> State | None:
    return None if event is None else public_state(load_state(event))


def _lines(event: Tournament, state: State) -> list[Line]:
    """Return the standings; those excluded from the event come last, without a place."""
    key = (event.pk, state.no, len(state.rounds))
    rows = BOARDS.get_or_make(key, lambda: board(state))
    shows = has_results(state)
    listed = {row.entry for row in rows}
    lines = [
        Line(
            state.entries[row.entry].players[0],
            row.place if shows else None,
            row.shown_points,
            row.played,
            row.status != "registered",
        )
        for row in rows
    ]
    excluded = [one for one in state.listed() if one.number not in listed]
    return lines + [Line(one.players[0], None, "", 0, True) for one in excluded]
