"""Payload readers: each function returns what a payload names, or refuses it with a sentence.

A payload's types are those of its form (`forms.py`), which has judged them before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.tournaments.direct.actions import Facts, Payload
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.state import Entry, EntryStatus, State
from games.tournaments.direct.text import EntryRef


def entry(state: State, payload: Payload, key: str = "entry") -> Entry:
    """Return the entry that the payload names."""
    found = state.entries.get(payload[key])
    if found is None:
        refuse("no_entry")
    return found


def entry_with(state: State, payload: Payload, code: str, *statuses: EntryStatus) -> Entry:
    """Return the entry that the payload names; refuses with `code` one of another status."""
    found = entry(state, payload)
    if found.status not in statuses:
        refuse(code, [found.number], entry=ref(found))
    return found


def only_in(*phases: str) -> Callable[[State, Payload], Facts]:
    """Return a `decide` that stores nothing, and refuses only in other phases of the event."""

    def decide(state: State, payload: Payload) -> Facts:
        phase(state, *phases)
        return {}

    return decide


def ref(found: Entry | int) -> EntryRef:
    """Return an entry as an argument of a sentence."""
    return EntryRef(found if isinstance(found, int) else found.number)


def phase(state: State, *phases: str) -> None:
    """Refuse unless the tournament is in one of the phases."""
    if state.phase not in phases:
        refuse("wrong_phase")


def newest(state: State, payload: Payload) -> Round:
    """Return the latest round; if the payload names a round it must be that one.

    Pages send the round they displayed, so a button pressed twice, or on a stale page, cannot
    affect a later round.
    """
    current = state.current
    if current is None or payload.get("round", current.number) != current.number:
        refuse("no_round")
    return current


def published(state: State, payload: Payload) -> Round:
    """Return the latest round, which must be published and not closed."""
    phase(state, "running")
    current = newest(state, payload)
    if current.phase == "proposed":
        refuse("not_published")
    if current.phase == "closed":
        refuse("round_closed")
    return current


def any_round(state: State, payload: Payload) -> Round:
    """Return the published or closed round that the payload names."""
    found = state.round(payload["round"])
    if found is None:
        refuse("no_round")
    if found.phase == "proposed":
        refuse("not_published")
    return found


def table(held: Round, payload: Payload) -> Table:
    """Return the table that the payload names."""
    found = held.table(payload["table"])
    if found is None:
        refuse("no_table")
    return found


def undecided(found: Table) -> None:
    """Refuse a table that has a result, or was decided without play."""
    if found.result is not None:
        refuse("result_stands")
    if found.decided:
        refuse("decided_without_play")


def concerned_at_table(state: State, payload: Payload) -> set[int]:
    """Return the entries at the table that a ruling names; without one, at all open tables.

    Read only what the ruling itself reads: other fields in the payload would mislead.
    """
    held = state.round(payload["round"]) if "round" in payload else state.current
    tables = () if held is None else held.tables
    if payload.get("table") is None:
        return _seats(one for one in tables if not one.decided)
    return _seats(one for one in tables if one.number == payload["table"])


def concerned_with_entry(state: State, payload: Payload) -> set[int]:
    """Return the entry that a ruling names and its tablemates of the latest round."""
    entry = payload.get("entry", 0)
    newest = () if state.current is None else state.current.tables
    return {entry, *_seats(table for table in newest if entry in table.seats)}


def _seats(tables: Iterable[Table]) -> set[int]:
    """Return every entry seated at the given tables."""
    return {entry for table in tables for entry in table.seats}
