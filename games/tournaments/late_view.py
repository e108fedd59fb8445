"""Where a late entry can go, as the console offers it and programs are told."""

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
    """Return the tables of a round, as `table_of` draws them, at which nobody has begun."""
    begun = [table["number"] for table in drawn if table["status"] in BEGUN]
    return tables_with_room(view.state, held, begun)


def late_places(view: Shown, drawn: Collection[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return what a director chooses from, seats first; nothing between the rounds."""
    held = view.state.current
    if held is None or held.phase != "published":
        return []
    waiting = ("now", _("this round, with %(names)s"), byes_of(held))
    seats = [waiting] if meets_who_waits(view.state, held) else []
    for table in with_room(view, held, drawn):
        label = _("this round, at table {number} with %(names)s").format(number=table.number)
        seats.append((str(table.number), label, list(table.present)))
    return [
        *((value, label % {"names": listing(view.names[one] for one in those)})
          for value, label, those in seats),
        ("", _("from the next round")),
        ("bye", _("this round, with half a bye")),
    ]  # fmt: skip
