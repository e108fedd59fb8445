"""The deal of a duplicate round: what each table made of the same cards, seat by seat."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from games.matches.models import Match
from games.registry import current_rules
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.sheet import compared
from games.tournaments.models import TournamentTable
from games.tournaments.rank.points import UNIT, decimal
from games.tournaments.show.event import EventView
from games.tournaments.show.rounds import links_of

MOST_BESIDE = 6
"""So many replays are shown side by side: the best, and the viewer's own."""


def deal_context(view: EventView, number: int) -> dict[str, Any] | None:
    """Return a round's deal; its results once every table has played it. None if there is none."""
    held = view.state.round(number)
    if held is None or held.deal is None:
        return None
    links = links_of(view.tournament, held.number, held.tables)
    playing = sum(link.match.deal_open for link in links.values())
    is_open = playing > 0 or not held.complete
    return {
        "number": held.number,
        "is_open": is_open,
        "tables": len(held.tables),
        "seats": [] if is_open else _seats(view, held, links),
    }


def _seats(
    view: EventView, held: Round, links: Mapping[int, TournamentTable]
) -> list[dict[str, Any]]:
    """Return for each seat the results of all tables, the best first."""
    points, found = compared(held), []
    for seat in range(view.state.config.size_rule.preferred):
        played = [table for table in held.tables if set(table.seats[seat : seat + 1]) & set(points)]
        played.sort(key=lambda table: -points[table.seats[seat]])
        rows = [
            _row(view, table, table.seats[seat], points, links.get(table.number))
            for table in played
        ]
        roles = {row["role"] for row in rows}
        found.append(
            {
                "number": seat + 1,
                "role": roles.pop() if len(roles) == 1 else "",
                "rows": rows,
                "beside": _beside(rows, seat),
            }
        )
    return found


def _row(
    view: EventView,
    table: Table,
    entry: int,
    points: Mapping[int, int],
    link: TournamentTable | None,
) -> dict[str, Any]:
    """Return what one entry made of the deal; its code is that of the replay, if there is one."""
    assert table.result is not None
    outcome = table.result.outcomes[entry]
    sides = current_rules(view.tournament.game).meta.sides
    role = sides.get(outcome.side or "")
    has_replay = link is not None and link.match.status == Match.Status.FINISHED
    return {
        "table": table.number,
        "name": view.names[entry],
        "is_me": entry == view.own,
        "place": table.result.place_of(entry),
        "score": outcome.score,
        "role": gettext(role) if role else "",
        "points": decimal(Fraction(100 * points[entry], UNIT), 0),
        "code": link.match.code if link is not None and has_replay else "",
    }


def _beside(rows: list[dict[str, Any]], seat: int) -> str:
    """Return the address of the replays side by side, from this seat; empty for fewer than two."""
    shown = [row for row in rows if row["code"]]
    own = [row for row in shown[MOST_BESIDE:] if row["is_me"]]
    shown = [*shown[: MOST_BESIDE - len(own)], *own]
    if len(shown) < 2:
        return ""
    query = [*(("of", row["code"]) for row in shown), ("as", str(seat))]
    return f"{reverse('replays:beside')}?{urlencode(query)}"
