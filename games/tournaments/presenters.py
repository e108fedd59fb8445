"""An event's state as its pages show it: numbers become names, tables links, codes words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from games.engine.text import gettext_noop
from games.matches.models import Match
from games.registry import current_rules
from games.tournaments.access import TournamentAccess
from games.tournaments.bracket_view import table_titles
from games.tournaments.config import SIZED_FORMATS
from games.tournaments.cut_view import cut_label, round_title
from games.tournaments.director.elimination import last_round
from games.tournaments.director.state import Round, State, Table
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.names import entry_names
from games.tournaments.points import points_text


@dataclass(frozen=True)
class Shown:
    """What one person may see of an event; all of its pages are built from this."""

    access: TournamentAccess
    state: State
    names: dict[int, str]
    own: int | None

    @property
    def tournament(self) -> Tournament:
        """Return the event's row."""
        return self.access.tournament


def shown(access: TournamentAccess) -> Shown:
    """Return the event as the viewer may see it; proposed rounds only for directors and judges."""
    state = access.state
    own = access.entry.number if access.entry is not None else None
    if not access.sees_proposals:
        state = public_state(state)
    return Shown(access, state, entry_names(access.tournament, state), own)


def public_state(state: State) -> State:
    """Return the state without an unpublished round."""
    if state.current is not None and state.current.phase == "proposed":
        return replace(state, rounds=state.rounds[:-1], draw=None)
    return state


def event_context(view: Shown, tab: str) -> dict[str, Any]:
    """Return the context common to all pages of an event."""
    tournament = view.tournament
    return {
        "access": view.access,
        "tournament": tournament,
        "state": view.state,
        "rules": current_rules(tournament.game),
        "tab": tab,
        "me": view.access.entry,
        "club": tournament.club,
        "nav": "tournaments",
        "rounds_planned": last_round(view.state),
        "cut": cut_label(view.state.config.cut, view.state.config.size_rule),
        "is_sized": view.state.config.format in SIZED_FORMATS,
        "is_arena": view.state.config.format == "arena",
        "has_bracket": view.state.config.elimination is not None,
        "format_name": format_name(view.state.config.format),
    }


FORMATS = {
    "swiss": gettext_noop("Swiss system"),
    "pods": gettext_noop("Pods"),
    "round_robin": gettext_noop("Round robin"),
    "knockout": gettext_noop("Knockout"),
    "table_knockout": gettext_noop("Knockout of tables"),
    "partners": gettext_noop("Changing partners"),
    "arena": gettext_noop("Arena"),
}


def format_name(key: str) -> str:
    """Return the name of a format."""
    return gettext(FORMATS.get(key, key))


# --- rounds --------------------------------------------------------------------------------------


def rounds_context(view: Shown, number: int | None, before: int | None = None) -> dict[str, Any]:
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


def names_context(view: Shown, number: int | None) -> dict[str, Any]:
    """Return one round's people by name, each with table and seat."""
    context = rounds_context(view, number)
    held = context["round"]
    places = [
        {"name": seat["name"], "table": table["number"], "seat": at}
        for table in (held or {}).get("tables", [])
        for at, seat in enumerate(table["seats"], 1)
    ]
    places += [{"name": one["name"], "table": None} for one in (held or {}).get("unplayed", [])]
    return {**context, "places": sorted(places, key=lambda one: one["name"].casefold())}


def links_of(
    tournament: Tournament, number: int, tables: Iterable[Table]
) -> dict[int, TournamentTable]:
    """Return the current links for tables of a round, by table."""
    shown = [table.number for table in tables]
    links = tournament.tables.filter(round=number, table__in=shown, is_current=True)
    links = links.select_related("match")
    return {link.table: link for link in links.prefetch_related("match__seats")}


def round_of(view: Shown, held: Round, links: Mapping[int, TournamentTable]) -> dict[str, Any]:
    """Return a round's tables, and the entries that rest."""
    titles = table_titles(view.state, held, view.names)
    return {
        "number": held.number,
        "title": round_title(view.state, held.number),
        "phase": held.phase,
        "complete": held.complete,
        "repeats": held.repeats,
        "open": sum(not table.decided for table in held.tables),
        "opening": opening(view, held, links),
        "tables": [
            {
                **table_of(view, table, links.get(table.number)),
                "title": titles.get(table.number, ""),
            }
            for table in held.tables
        ],
        "unplayed": [
            {
                "name": view.names[one],
                "kind": had.kind,
                "points": points_text(had.points),
                "rests": rests(view, had.kind),
            }
            for one, had in sorted(held.unplayed.items())
        ],
    }


def opening(view: Shown, held: Round, links: Mapping[int, TournamentTable]) -> int:
    """Return how many tables of a freshly published round have no match yet."""
    if held.phase != "published" or not view.tournament.tables_due:
        return 0
    return sum(not table.decided and table.number not in links for table in held.tables)


def rests(view: Shown, kind: str) -> bool:
    """Tell whether rounds without a table are routine: in a round robin everybody rests in turn."""
    return kind == "pab" and view.state.config.format == "round_robin"


def table_of(view: Shown, table: Table, link: TournamentTable | None) -> dict[str, Any]:
    """Return one table as the templates draw it."""
    status = "" if link is None else link.match.status
    return {
        "number": table.number,
        "status": "done" if table.decided else status,
        "result": table.result,
        "ruled": table.result is not None and table.result.source == "judge",
        "reason": table.reason,
        "link": link,
        "playable": link is not None and status not in ("closed", "void"),
        "is_mine": view.own in table.present,
        "sides": sides_text(table, view.names),
        "seats": [
            _seat(view, table, entry, link) for entry in table.seats if entry not in table.moved
        ],
    }


def sides_text(table: Table, names: Mapping[int, str]) -> str:
    """Return who partners whom when partners change; the seat order does not show it."""
    return " – ".join(" & ".join(names[one] for one in side) for side in table.sides or ())


def _seat(view: Shown, table: Table, entry: int, link: TournamentTable | None) -> dict[str, Any]:
    result = table.result if table.result and entry in table.result.outcomes else None
    return {
        "presence": "" if link is None or table.decided else presence_of(link, entry),
        "entry": entry,
        "name": view.names[entry],
        "absent": entry in table.absent,
        "rank": None if result is None else result.place_of(entry),
        "score": None if result is None else result.outcomes[entry].score,
        "is_me": entry == view.own,
    }


def presence_of(link: TournamentTable, entry: int) -> str:
    """Return whether an entry has come to its match: “missing”, “away”, or empty."""
    chairs = zip(link.chairs, link.match.seats.all(), strict=False)
    own = [seat for chair, seat in chairs if chair == entry]
    if link.match.status == Match.Status.OPEN:
        return "" if all(seat.is_ready for seat in own) else "missing"
    running = link.match.status == Match.Status.RUNNING
    return "away" if running and any(seat.is_away for seat in own) else ""
