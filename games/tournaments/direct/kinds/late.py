"""Late entries: into the next round, or into the one that has just begun.

Spec: tournaments 3.2, 5 ("pin the existing tables, give the newcomer the bye opponent or a bye").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Self

from pydantic import Field, model_validator

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import Facts, Kind, Payload
from games.tournaments.direct.config import FIXED_FIELD, MOST_PLACES
from games.tournaments.direct.forms import Newcomer, Number
from games.tournaments.direct.kinds.registration import entered, newcomer
from games.tournaments.direct.pairing_input import seats_so_far
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import Round, Table, Unplayed, byes_of
from games.tournaments.direct.state import State
from games.tournaments.pair.byes import latest_joining_round, missed_rounds
from games.tournaments.pair.seats import seat_entries


class LateEntry(Newcomer):
    """A new entry while the event runs, for the next round or for the one that is played."""

    this_round: bool = Field(
        False, description="with who has the bye if they make a table, else at one with room"
    )
    table: Number | None = Field(None, description="of this round, where it is to sit")
    bye: bool = Field(False, description="of this round: half a bye, also where a table has room")

    @model_validator(mode="after")
    def _place_of_this_round(self) -> Self:
        if ((self.bye or self.table) and not self.this_round) or (self.bye and self.table):
            raise ValueError("a table or a bye, of this round")
        return self


def takes_late_entries(state: State, number: int) -> bool:
    """Say whether an entry may still join in a given round."""
    config = state.config
    if len(state.with_status("registered")) >= MOST_PLACES:
        return False
    if config.boards:
        return config.late_entry
    open_format = config.late_entry and config.format not in FIXED_FIELD
    return open_format and number <= latest_joining_round(state.planned)


def decide_late_entry(state: State, payload: Payload) -> Facts:
    """Enter {"players", "strength", "club"} after the start, with the next free seed.

    With {"this_round": true} the entry joins the published round. It meets the entries on a bye if
    together they make a table; otherwise it joins a table with room, {"table": t} if one is named.
    Failing that, or with {"bye": true}, it gets half a bye. Nobody is seated where a match has
    begun ({"started": [numbers of tables]}).
    """
    asked.phase(state, "running")
    held = asked.published(state, payload) if payload.get("this_round") else None
    number = held.number if held is not None else _next_unpublished(state)
    if not takes_late_entries(state, number):
        refuse("late_entry_closed")
    if state.config.boards:
        return _reserve(state, payload, number)
    entrant = newcomer(state, payload)
    missed = missed_rounds(state.config.bye_points, number)
    return entrant | {
        "seed": 1 + max((one.seed for one in state.entries.values()), default=0),
        "joined": number,
        "missed": [[one, units] for one, units in missed.items()],
        "place": None if held is None else _place(state, held, entrant["entry"], payload),
    }


def _reserve(state: State, payload: Payload, number: int) -> Facts:
    """Enter a player of a team event after the start: a reserve, once a team takes them in."""
    if payload.get("this_round"):
        refuse("late_entry_closed")
    return newcomer(state, payload) | {"seed": 0, "joined": number, "missed": [], "place": None}


def _next_unpublished(state: State) -> int:
    """Return the first round that players have not seen."""
    current = state.current
    if current is not None and current.phase == "proposed":
        return current.number
    return state.next_round


def _place(state: State, held: Round, entry: int, payload: Payload) -> Facts:
    """Return a newcomer's place in a published round."""
    free = tables_with_room(state, held, payload.get("started", ()))
    if payload.get("bye"):
        return _half_bye(state, held)
    if payload.get("table") is not None:
        table = asked.table(held, payload)
        if table not in free:
            refuse("table_full")
        return _seat_at(held, table, entry)
    if meets_who_waits(state, held):
        added = 1 + max((table.number for table in held.tables), default=0)
        history = seats_so_far(state, held.number)
        seats = seat_entries([*byes_of(held), entry], history, added)
        return {"round": held.number, "table": added, "seats": list(seats)}
    return _seat_at(held, free[0], entry) if free else _half_bye(state, held)


def meets_who_waits(state: State, held: Round) -> bool:
    """Say whether a newcomer and the entries on a bye make a table: none may be kept apart."""
    waiting = byes_of(held)
    fits = len(waiting) + 1 in state.config.size_rule.allowed
    may_meet = state.forbidden.isdisjoint(combinations(sorted(waiting), 2))
    shares_a_deal = state.config.duplicate  # which they may have heard of by now
    return fits and may_meet and state.config.format != "partners" and not shares_a_deal


def tables_with_room(state: State, held: Round, started: Sequence[int]) -> list[Table]:
    """Return the tables a newcomer may join, smallest first, then the lowest boards."""
    if state.config.format != "pods" or held.phase != "published" or state.config.duplicate:
        return []
    free = [
        table
        for table in held.tables
        if not table.decided
        and table.number not in started
        and len(table.present) + 1 in state.config.size_rule.allowed
    ]
    return sorted(free, key=lambda table: (len(table.present), -table.number))


def _seat_at(held: Round, table: Table, entry: int) -> Facts:
    """Return a newcomer's place at a table, after the entries already seated."""
    return {"round": held.number, "table": table.number, "seats": [*table.seats, entry]}


def _half_bye(state: State, held: Round) -> Facts:
    """Return an unplayed round: a latecomer never gets more than half a win."""
    points = state.config.bye_points
    return {
        "round": held.number,
        "table": None,
        "seats": [],
        "points": min(points.pab, points.half),
    }


def apply_late_entry(state: State, facts: Payload) -> State:
    """Add the entry, and seat it if it joins the round in progress."""
    added = replace(
        entered(facts),
        seed=facts["seed"],
        checked_in=True,
        joined=facts["joined"],
        missed=dict(facts["missed"]),
    )
    state = state.with_entry(added)
    return state if facts["place"] is None else _seat(state, facts["entry"], facts["place"])


def _seat(state: State, entry: int, place: Payload) -> State:
    """Seat a newcomer: at an existing table, at a new one, or with a bye."""
    held = state.rounds[place["round"] - 1]
    unplayed = {one: had for one, had in held.unplayed.items() if one not in place["seats"]}
    if place["table"] is None:
        points = place.get("points", state.config.bye_points.pab)  # older facts: a full bye
        unplayed[entry] = Unplayed("pab", points)
        return state.with_round(replace(held, unplayed=unplayed))
    seats = tuple(place["seats"])
    table = held.table(place["table"])
    if table is None:
        held = replace(held, tables=(*held.tables, Table(place["table"], seats)))
    else:
        held = held.with_table(replace(table, seats=seats))
    return state.with_round(replace(held, unplayed=unplayed))


KINDS = (
    Kind(
        "late_entry", decide_late_entry, apply_late_entry,
        gettext_noop("%(entry)s entered late."), form=LateEntry, facts=("strength", "started"),
        in_arenas=False,
    ),
)  # fmt: skip
