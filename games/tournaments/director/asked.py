"""Payload readers: each function returns a validated part of a payload.

Payloads come from forms; a value that is missing, has the wrong type or names nothing is refused
with a sentence, never with a Python exception. Pure: imports no Django, random, time, datetime, os
or secrets.
"""

from __future__ import annotations

from games.tournaments.director.actions import Payload
from games.tournaments.director.refusals import refuse
from games.tournaments.director.state import Entry, Round, State, Table
from games.tournaments.text import EntryRef


def whole(payload: Payload, key: str, *, least: int = 0) -> int:
    """Return an integer from the payload."""
    value = payload.get(key)
    if type(value) is not int or value < least:
        refuse("bad_request", field=key)
    return value


def optional_whole(payload: Payload, key: str, *, least: int = 0) -> int | None:
    """Return an integer from the payload, or None if it is absent."""
    return None if payload.get(key) is None else whole(payload, key, least=least)


def optional_text(payload: Payload, key: str) -> str | None:
    """Return a string from the payload, or None if it is absent."""
    value = payload.get(key)
    if value is not None and not isinstance(value, str):
        refuse("bad_request", field=key)
    return value or None


def flag(payload: Payload, key: str) -> bool:
    """Return a boolean from the payload; False if it is absent."""
    value = payload.get(key, False)
    if not isinstance(value, bool):
        refuse("bad_request", field=key)
    return value


def wholes(payload: Payload, key: str) -> list[int]:
    """Return a list of integers from the payload."""
    value = payload.get(key, [])
    if not isinstance(value, (list, tuple)) or any(type(one) is not int for one in value):
        refuse("bad_request", field=key)
    return list(value)


def entry(state: State, payload: Payload, key: str = "entry") -> Entry:
    """Return the entry that the payload names."""
    found = state.entries.get(whole(payload, key, least=1))
    if found is None:
        refuse("no_entry")
    return found


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
    found = state.round(whole(payload, "round", least=1))
    if found is None:
        refuse("no_round")
    if found.phase == "proposed":
        refuse("not_published")
    return found


def table(held: Round, payload: Payload) -> Table:
    """Return the table that the payload names."""
    found = held.table(whole(payload, "table", least=1))
    if found is None:
        refuse("no_table")
    return found
