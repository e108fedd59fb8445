"""Late entries: into the next round, or into the one that has just begun.

Spec: tournaments 3.2, 5 ("pin the existing tables, give the newcomer the bye
opponent or a bye"). Pure: imports no Django, random, time, datetime, os or
secrets.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from games.tournaments.byes import latest_joining_round, missed_rounds
from games.tournaments.config import FIXED_FIELD, MOST_PLACES
from games.tournaments.director import asked
from games.tournaments.director.actions import Facts, Kind, Payload
from games.tournaments.director.pairing_input import seats_so_far
from games.tournaments.director.refusals import refuse
from games.tournaments.director.registration import new_players
from games.tournaments.director.rounds import byes_of
from games.tournaments.director.state import Entry, Round, State, Table, Unplayed
from games.tournaments.pairing.seats import seat_entries


def takes_late_entries(state: State, number: int) -> bool:
    """Say whether an entry may still join at a round."""
    config = state.config
    open_format = config.late_entry and config.format not in FIXED_FIELD
    if len(state.with_status("registered")) >= MOST_PLACES:
        return False
    return open_format and number <= latest_joining_round(state.planned)


def decide_late_entry(state: State, payload: Payload) -> Facts:
    """Enter {"players", "strength", "club"} after the start, with the next free seed.

    With {"this_round": true} the entry joins the published round: at {"table":
    t} if there is room, else it meets those who have the bye if they make a
    table together, else it gets a bye itself.
    """
    asked.phase(state, "running")
    joining = asked.flag(payload, "this_round")
    held = asked.published(state, payload) if joining else None
    number = held.number if held is not None else _next_unpublished(state)
    if not takes_late_entries(state, number):
        refuse("late_entry_closed")
    entry = len(state.entries) + 1
    missed = missed_rounds(state.config.bye_points, number)
    return {
        "entry": entry,
        "players": new_players(state, payload),
        "strength": asked.optional_whole(payload, "strength", least=-10_000),
        "club": asked.optional_text(payload, "club"),
        "seed": 1 + max((one.seed for one in state.entries.values()), default=0),
        "joined": number,
        "missed": [[one, units] for one, units in missed.items()],
        "place": None if held is None else _place(state, held, entry, payload),
    }


def _next_unpublished(state: State) -> int:
    """Return the first round that players have not seen."""
    current = state.current
    if current is not None and current.phase == "proposed":
        return current.number
    return state.next_round


def _place(state: State, held: Round, entry: int, payload: Payload) -> Facts:
    """Return where a newcomer goes in a published round."""
    number = asked.optional_whole(payload, "table", least=1)
    if number is not None:
        table = asked.table(held, payload)
        fits = len(table.present) + 1 in state.config.size_rule.allowed
        if table.decided or not fits or state.config.format != "pods":
            refuse("table_full")
        return {"round": held.number, "table": number, "seats": [*table.seats, entry]}
    waiting = byes_of(held)
    may_meet = state.forbidden.isdisjoint(combinations(sorted(waiting), 2))
    fits = len(waiting) + 1 in state.config.size_rule.allowed
    if fits and may_meet and state.config.format != "partners":
        added = 1 + max((table.number for table in held.tables), default=0)
        history = seats_so_far(state, held.number)
        seats = seat_entries([*waiting, entry], history, added)
        return {"round": held.number, "table": added, "seats": list(seats)}
    return {"round": held.number, "table": None, "seats": []}


def apply_late_entry(state: State, facts: Payload) -> State:
    """Add the entry, and seat it if it joins the round that has begun."""
    state = state.with_entry(
        Entry(
            number=facts["entry"],
            players=tuple(facts["players"]),
            seed=facts["seed"],
            strength=facts["strength"],
            club=facts["club"],
            checked_in=True,
            joined=facts["joined"],
            missed=dict(facts["missed"]),
        )
    )
    return state if facts["place"] is None else _seat(state, facts["entry"], facts["place"])


def _seat(state: State, entry: int, place: Payload) -> State:
    """Seat a newcomer: at an old table, at a new one, or with a bye."""
    held = state.rounds[place["round"] - 1]
    unplayed = {one: had for one, had in held.unplayed.items() if one not in place["seats"]}
    if place["table"] is None:
        unplayed[entry] = Unplayed("pab", state.config.bye_points.pab)
        return state.with_round(replace(held, unplayed=unplayed))
    seats = tuple(place["seats"])
    table = held.table(place["table"])
    if table is None:
        held = replace(held, tables=(*held.tables, Table(place["table"], seats)))
    else:
        held = held.with_table(replace(table, seats=seats))
    return state.with_round(replace(held, unplayed=unplayed))


KINDS = (Kind("late_entry", decide_late_entry, apply_late_entry),)
