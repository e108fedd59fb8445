"""An event's results without the luck of the cards, beside its official standings."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, variance
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from games.luck.models import Ledger
from games.luck.panels import percent
from games.luck.selectors import Estimate, Line, done_ledgers, estimate, failed_ledgers, lines_of
from games.matches.models import Match
from games.registry import current_rules
from games.tournaments.models import TournamentTable
from games.tournaments.show.event import EventView
from games.tournaments.show.standings import places


@dataclass(frozen=True)
class Corrected:
    """What an entry's matches say: what it won above what it was due, with luck and without."""

    entry: int
    matches: int
    over: float
    luck: float
    corrected: Estimate


@dataclass(frozen=True)
class Table:
    """The lines, best first; how many matches are split, and how many still wait for it."""

    rows: list[Corrected]
    counted: int
    waiting: int

    @property
    def shown(self) -> list[Corrected]:
        """Return the lines once no match waits."""
        return [] if self.waiting else self.rows


def has_luck(view: EventView) -> bool:
    """Tell whether an event has such a table: it is over, and nothing of it is held back.

    Luck tells cards, so there is nothing before.
    """
    rules = current_rules(view.tournament.game)
    if rules.chances is None or view.state.phase not in ("finished", "archived"):
        return False
    held_back = Q(match__deal_open=True) | Q(match__embargo_until__gt=Now())
    links = _links(view)
    return links.exists() and not links.filter(held_back).exists()


def _links(view: EventView) -> QuerySet[TournamentTable]:
    """Return the tables of an event whose matches have a result."""
    return view.tournament.tables.filter(is_current=True, match__status=Match.Status.FINISHED)


def corrected_table(view: EventView) -> Table | None:
    """Return an event's results without luck, None if it has no such table."""
    if not has_luck(view):
        return None
    links = [*_links(view)]
    ledgers = done_ledgers(link.match_id for link in links)
    by_entry: dict[int, list[Line]] = {}
    for link in links:
        if link.match_id in ledgers:
            for entry, line in _lines(link, ledgers[link.match_id]).items():
                by_entry.setdefault(entry, []).append(line)
    failed = failed_ledgers(link.match_id for link in links)
    return Table(_rows(by_entry), len(ledgers), len(links) - len(ledgers) - failed)


def _lines(link: TournamentTable, ledger: Ledger) -> dict[int, Line]:
    """Return the lines of a match by entry, without absent ones, for whom bots sat in.

    A pair has two chairs, but won and was lucky only once.
    """
    chairs = zip(link.chairs, lines_of(ledger), strict=False)
    return {entry: line for entry, line in chairs if entry > 0}


def _rows(by_entry: dict[int, list[Line]]) -> list[Corrected]:
    """Return the entries' lines, best first; what spreads a result is taken to be alike for all."""
    if not by_entry:
        return []
    spread, freedom = _spread([[one.corrected for one in own] for own in by_entry.values()])
    rows = [
        Corrected(
            entry=entry,
            matches=len(own),
            over=fmean(one.over for one in own),
            luck=fmean(one.luck for one in own),
            corrected=estimate([one.corrected for one in own], spread, freedom),
        )
        for entry, own in by_entry.items()
    ]
    return sorted(rows, key=lambda one: (-one.corrected.mean, one.entry))


def _spread(by_entry: list[list[float]]) -> tuple[float, int]:
    """Return the variance of figures within their entries, and its degrees of freedom.

    Of all figures, if each entry has a single one.
    """
    if all(len(own) == 1 for own in by_entry):
        by_entry = [[one for own in by_entry for one in own]]
    squares = sum(variance(own) * (len(own) - 1) for own in by_entry if len(own) > 1)
    freedom = max(1, sum(len(own) - 1 for own in by_entry))
    return squares / freedom, freedom


def official_places(view: EventView) -> dict[int, int | None]:
    """Return each entry's place in the standings; a member of a team has the team's."""
    found: dict[int, int | None] = {one["entry"]: one["place"] for one in places(view)}
    for team in view.state.teams():
        found |= {member: found.get(team.number) for member in team.members}
    return found


def corrected_rows(view: EventView) -> list[list[str]]:
    """Return the table for a spreadsheet, the header first, in shares of a win per match."""
    table, official = corrected_table(view), official_places(view)
    rows = [["place", "name", "corrected", "margin", "result", "luck", "matches", "official_place"]]
    for rank, row in enumerate([] if table is None else table.shown, start=1):
        figures = (*row.corrected, row.over, row.luck)
        told = [f"{one:.4f}" for one in figures]
        place = official.get(row.entry)
        name = view.names.get(row.entry, "")
        rows.append([str(rank), name, *told, str(row.matches), "" if place is None else str(place)])
    return rows


def luck_context(view: EventView) -> dict[str, Any] | None:
    """Return the context of the page, None if there is no such page (yet)."""
    table = corrected_table(view)
    if table is None:
        return None
    official = official_places(view)
    return {
        "luck": table,
        "of_teams": bool(view.state.teams()),
        "luck_rows": [
            {
                "name": view.names.get(row.entry, ""),
                "face": view.faces.get(row.entry, ""),
                "is_me": row.entry in view.own_entries,
                "place": official.get(row.entry),
                "rank": rank,
                "matches": row.matches,
                "over": round(100 * row.over),
                "luck": round(100 * row.luck),
                "corrected": percent(row.corrected),
            }
            for rank, row in enumerate(table.shown, start=1)
        ],
    }
