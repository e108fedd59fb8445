"""Rounds as an event's pages show them: tables with their matches, people by name, plans."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.phrases import listing
from games.tournaments.direct.ahead import PlannedRound, rounds_ahead
from games.tournaments.direct.kinds.late import meets_who_waits, tables_with_room
from games.tournaments.direct.round import Round, Table, byes_of
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.rank.points import points_text
from games.tournaments.show.bracket import round_title, table_titles
from games.tournaments.show.event import EventView
from games.tournaments.show.pace import own_clock
from games.tournaments.show.teams import matches_of


def rounds_context(
    view: EventView, number: int | None, before: int | None = None
) -> dict[str, Any]:
    """Return one round (the latest by default) and the numbers of all.

    For an arena, a limited number of games: running ones plus the latest, or those before a table.
    """
    rounds = view.state.rounds
    held = view.state.round(number) if number else view.state.current
    older = None
    if held is not None and view.state.config.format == "arena":
        held, older = newest_games(held, before)
    return {
        "numbers": [one.number for one in rounds],
        "round": None
        if held is None
        else round_of(view, held, links_of(view.tournament, held.number, held.tables)),
        "older": older,
    }


GAMES_SHOWN = 40


def newest_games(held: Round, before: int | None = None) -> tuple[Round, int | None]:
    """Return an arena's games as pages list them, and the table before which older ones remain.

    Running games come first, then decided ones, latest first.
    """
    newest = held.tables[::-1]
    playing = [] if before else [table for table in newest if not table.decided]
    done = [table for table in newest if table.decided and table.number < (before or math.inf)]
    shown, rest = done[:GAMES_SHOWN], done[GAMES_SHOWN:]
    return replace(held, tables=(*playing, *shown)), shown[-1].number if rest else None


def names_context(view: EventView, number: int | None) -> dict[str, Any]:
    """Return one round's people by name, each with table and seat."""
    held = view.state.round(number) if number else view.state.current
    places = [] if held is None else by_name(view, held.tables, held.unplayed)
    return {**rounds_context(view, number), "places": places}


def by_name(
    view: EventView, tables: Iterable[Table], resting: Iterable[int]
) -> list[dict[str, Any]]:
    """Return those at some tables by name, each with table and seat, and those without one."""
    places = [
        {
            "name": view.names[entry],
            "partners": [
                view.names[one]
                for side in table.sides or ()
                for one in side
                if entry in side and one != entry
            ],
            "table": table.number,
            "seat": at,
            "absent": entry in table.absent,
        }
        for table in tables
        for at, entry in enumerate([one for one in table.seats if one not in table.moved], 1)
    ]
    places += [{"name": view.names[one], "table": None, "absent": False} for one in resting]
    return sorted(places, key=lambda one: str(one["name"]).casefold())


def links_of(
    tournament: Tournament, number: int, tables: Iterable[Table]
) -> dict[int, TournamentTable]:
    """Return the current links for tables of a round, by table."""
    shown = [table.number for table in tables]
    links = tournament.tables.filter(round=number, table__in=shown, is_current=True)
    links = links.select_related("match")
    return {link.table: link for link in links.prefetch_related("match__seats")}


def round_of(view: EventView, held: Round, links: Mapping[int, TournamentTable]) -> dict[str, Any]:
    """Return a round's tables, and the entries that rest."""
    titles = table_titles(view.state, held, view.names)
    tables = [
        {
            **table_of(view, table, links.get(table.number)),
            "title": titles.get(table.number, ""),
            "clock": own_clock(held, table),
            "on_paper": not table.decided and view.state.on_paper(held, table),
        }
        for table in held.tables
    ]
    return {
        "number": held.number,
        "title": round_title(view.state, held.number),
        "phase": held.phase,
        "deal": held.deal is not None,
        "complete": held.complete,
        "repeats": held.repeats,
        "open": sum(not table.decided for table in held.tables),
        "opening": opening(view, held, links),
        "tables": tables,
        "matches": matches_of(view, held, tables),
        "unplayed": [
            {
                "entry": one,
                "name": view.names[one],
                "kind": had.kind,
                "points": points_text(had.points),
                "rests": rests(view, had.kind),
            }
            for one, had in sorted(held.unplayed.items())
        ],
    }


def opening(view: EventView, held: Round, links: Mapping[int, TournamentTable]) -> int:
    """Return how many tables of a freshly published round have no match yet."""
    if held.phase != "published" or not view.tournament.tables_due:
        return 0
    return sum(
        not table.decided and table.number not in links and not view.state.on_paper(held, table)
        for table in held.tables
    )


def rests(view: EventView, kind: str) -> bool:
    """Tell whether rounds without a table are routine: in a round robin everybody rests in turn."""
    return kind == "pab" and view.state.config.format == "round_robin"


def table_of(view: EventView, table: Table, link: TournamentTable | None) -> dict[str, Any]:
    """Return one table as the templates draw it."""
    status = "" if link is None else link.match.status
    return {
        "number": table.number,
        "status": "done" if table.decided else status,
        "result": table.result,
        "ruled": table.result is not None and bool(table.reason),
        "reason": table.reason,
        "link": link,
        "playable": link is not None and status not in ("closed", "void"),
        "hidden": link is not None and link.match.deal_open and view.own not in table.present,
        "is_mine": view.own in table.present,
        "sides": sides_text(table, view.names),
        "seats": [
            _seat(view, table, entry, link) for entry in table.seats if entry not in table.moved
        ],
    }


def sides_text(table: Table, names: Mapping[int, str]) -> str:
    """Return who partners whom when partners change; the seat order does not show it."""
    return " – ".join(" & ".join(names[one] for one in side) for side in table.sides or ())


def _seat(
    view: EventView, table: Table, entry: int, link: TournamentTable | None
) -> dict[str, Any]:
    result = table.result if table.result and entry in table.result.outcomes else None
    return {
        "presence": "" if link is None or table.decided else presence_of(link, entry),
        "entry": entry,
        "name": view.names[entry],
        "absent": entry in table.absent,
        "rank": None if result is None else result.place_of(entry),
        "score": None if result is None else result.outcomes[entry].score,
        "is_me": entry == view.own,
        "team": view.team_names.get(entry, ""),
    }


def presence_of(link: TournamentTable, entry: int) -> str:
    """Return whether an entry has come to its match: “missing”, “away”, or empty."""
    chairs = zip(link.chairs, link.match.seats.all(), strict=False)
    own = [seat for chair, seat in chairs if chair == entry]
    if link.match.status == Match.Status.OPEN:
        return "" if all(seat.is_ready for seat in own) else "missing"
    running = link.match.status == Match.Status.RUNNING
    return "away" if running and any(seat.is_away for seat in own) else ""


def ahead_context(view: EventView, number: int | None) -> dict[str, Any]:
    """Return the numbers of the future rounds, and one of them if requested.

    Before the first round is made, that is the first one.
    """
    coming = rounds_ahead(view.state)
    asked = number if number or view.state.rounds else 1
    picked = next((one for one in coming if one.number == asked), None)
    return {
        "coming": [one.number for one in coming],
        "planned": None if picked is None else planned_of(view, picked),
    }


def plan_context(view: EventView) -> dict[str, Any]:
    """Return the pairings of every round, made or planned, for a printer."""
    made = [_made_of(view, held) for held in view.state.rounds]
    return {"plan": [*made, *(planned_of(view, one) for one in rounds_ahead(view.state))]}


def planned_of(view: EventView, planned: PlannedRound) -> dict[str, Any]:
    """Return a future round with names."""
    tables = [_planned_table(view, one.number, one.entries, one.absent) for one in planned.tables]
    resting = [view.names[one] for one in planned.resting]
    return {"number": planned.number, "planned": True, "tables": tables, "resting": resting}


def _made_of(view: EventView, held: Round) -> dict[str, Any]:
    """Return a round that was made, in the same form."""
    tables = [_planned_table(view, one.number, one.seats, one.absent) for one in held.tables]
    resting = [view.names[one] for one in byes_of(held)]
    return {"number": held.number, "planned": False, "tables": tables, "resting": resting}


def _planned_table(
    view: EventView, number: int | None, seats: tuple[int, ...], absent: frozenset[int]
) -> dict[str, Any]:
    names = [
        {"name": view.names[one], "absent": one in absent, "is_me": one == view.own}
        for one in seats
    ]
    return {"number": number, "seats": names, "is_mine": view.own in seats}


BEGUN = ("running", "finished")


def with_room(view: EventView, held: Round, drawn: Collection[dict[str, Any]]) -> list[Table]:
    """Return the tables of a round, as `table_of` draws them, where no match has begun."""
    begun = [table["number"] for table in drawn if table["status"] in BEGUN]
    return tables_with_room(view.state, held, begun)


def late_places(view: EventView, drawn: Collection[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the director's choices, seats first; empty between rounds."""
    held = view.state.current
    if held is None or held.phase != "published":
        return []
    seats = [
        (
            str(table.number),
            _("this round, at table %(number)s with %(names)s")
            % {"number": table.number, "names": _names(view, table.present)},
        )
        for table in with_room(view, held, drawn)
    ]
    if meets_who_waits(view.state, held):
        together = _("this round, with %(names)s") % {"names": _names(view, byes_of(held))}
        seats.insert(0, ("now", together))
    return [*seats, ("", _("from the next round")), ("bye", _("this round, with half a bye"))]


def _names(view: EventView, entries: Collection[int]) -> str:
    return listing(view.names[one] for one in entries)
