"""Where a late entry can go, as the console offers it and the API reports it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from games.matches.phrases import listing
from games.tournaments.director.late import meets_who_waits, tables_with_room
from games.tournaments.director.rounds import byes_of
from games.tournaments.director.state import Round, Table
from games.tournaments.presenters import Shown

BEGUN = ("running", "finished")


def with_room(view: Shown, held: Round, drawn: Collection[dict[str, Any]]) -> list[Table]:
    """Return the tables of a round, as `table_of` draws them, where no match has begun."""
    begun = [table["number"] for table in drawn if table["status"] in BEGUN]
    return tables_with_room(view.state, held, begun)


def late_places(view: Shown, drawn: Collection[dict[str, Any]]) -> list[tuple[str, str]]:
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


def _names(view: Shown, entries: Collection[int]) -> str:
    return listing(view.names[one] for one in entries)
