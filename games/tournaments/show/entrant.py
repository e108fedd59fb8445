"""An entrant's own page: the table, what may be reported of it, and the rounds so far."""

from __future__ import annotations

from typing import Any

from games.matches.phrases import listing
from games.tournaments.direct.elimination import needs_winner
from games.tournaments.direct.fold import refusal
from games.tournaments.direct.round import Round, Table, TableResult
from games.tournaments.rank.points import points_text
from games.tournaments.show.event import EventView
from games.tournaments.show.names import guest_names
from games.tournaments.show.overview import own_bye, own_missed
from games.tournaments.show.rounds import links_of, table_of
from games.tournaments.show.standings import places
from games.tournaments.show.teams import line_up_of


def entrant_context(view: EventView) -> dict[str, Any]:
    """Return the page of the entry that the view is about."""
    entry, held = view.access.entry, view.state.current
    assert entry is not None
    guests = guest_names(view.tournament, view.state)
    number = {"entry": entry.number}
    line = next((one for one in places(view) if one["is_me"]), None)
    return {
        "entry": entry,
        "name": view.names[entry.number],
        "guests": [(one, guests[one]) for one in entry.unclaimed],
        "may_check_in": view.state.config.check_in
        and refusal(view.state, "check_in", number) is None,
        "may_leave": bool(entry.unclaimed)
        and next(
            (one for one in ("unregister", "withdraw") if not refusal(view.state, one, number)), ""
        ),
        "now": None if held is None else _now(view, held, entry.number),
        "own_bye": None if held is None else own_bye(view, held),
        "own_missed": own_missed(view),
        "line": line,
        "team_line_up": None if view.access.team is None else line_up_of(view, view.access.team),
        "past": [past for held in view.state.rounds if (past := _past(view, entry.number, held))],
    }


def _now(view: EventView, held: Round, entry: int) -> dict[str, Any] | None:
    """Return the entry's undecided table of the newest round, and what was reported there."""
    table = held.table_of(entry)
    if held.phase != "published" or table is None or table.decided:
        return None
    on_paper = view.state.on_paper(held, table)
    links = {} if on_paper else links_of(view.tournament, held.number, [table])
    told = {one: _report(view, one, had) for one, had in table.told.items() if one in table.present}
    return {
        **table_of(view, table, links.get(table.number)),
        "round": held.number,
        "seat": table.seats.index(entry) + 1,
        "on_paper": on_paper,
        "own_report": told.get(entry),
        "reports": [had for one, had in told.items() if one != entry],
        "differ": len({one["places"] for one in told.values()}) > 1,
        "choices": _choices(view, held, table) if len(table.present) == 2 else [],
    }


def reports_of(view: EventView, table: Table) -> list[dict[str, Any]]:
    """Return what the players of an undecided table have reported."""
    told = {} if table.decided else table.told
    return [_report(view, one, had) for one, had in told.items() if one in table.present]


def _report(view: EventView, entry: int, result: TableResult) -> dict[str, Any]:
    """Return a reported result: in words, and as a button posts it."""
    rows = sorted((result.place_of(one), one) for one in result.outcomes)
    scores = {one: had.score for one, had in result.outcomes.items()}
    return {
        "name": view.names[entry],
        "text": listing(
            f"{place}. {view.names[one]}" + ("" if scores[one] is None else f" ({scores[one]})")
            for place, one in rows
        ),
        "places": " ".join(
            f"{one}:{place}" + ("" if scores[one] is None else f":{scores[one]}")
            for place, one in rows
        ),
    }


def _choices(view: EventView, held: Round, table: Table) -> list[tuple[str, str]]:
    """Return the results of a duel: who won, as a button posts it; a draw, if any, has no name."""
    if view.state.config.scoring.preset == "raw":
        return []
    one, other = table.present
    wins = [
        (f"{one}:1 {other}:2", view.names[one]),
        (f"{other}:1 {one}:2", view.names[other]),
    ]
    return wins if needs_winner(view.state, held.number) else [*wins, (f"{one}:1 {other}:1", "")]


def _past(view: EventView, entry: int, held: Round) -> dict[str, Any] | None:
    """Return a round as the entry played it, None if it has not."""
    table, had = held.table_of(entry), held.unplayed.get(entry)
    if table is None:
        return None if had is None else {"round": held.number, "bye": points_text(had.points)}
    if not table.decided:
        return None
    outcomes = {} if table.result is None else table.result.outcomes
    return {
        "round": held.number,
        "table": table.number,
        "others": listing(view.names[one] for one in table.seats if one != entry),
        "place": table.result.place_of(entry) if table.result and entry in outcomes else None,
        "of": len(outcomes),
        "absent": entry in table.absent,
    }
