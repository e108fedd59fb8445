"""Registration before the start: entries, waiting list, check-in.

Spec: tournaments 5.1. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from dataclasses import replace

from games.tournaments.config import MOST_PLACES
from games.tournaments.director import asked
from games.tournaments.director.actions import EVERYBODY, PLAYERS, Facts, Kind, Payload
from games.tournaments.director.course import BEFORE_START, next_in, promote
from games.tournaments.director.refusals import refuse
from games.tournaments.director.state import Entry, EntryStatus, State

ENTERED: tuple[EntryStatus, ...] = ("registered", "waiting", "withdrawn", "excluded")


def new_players(state: State, payload: Payload) -> list[int]:
    """Return a new entry's players. Refuses a wrong number, or players already entered."""
    players = asked.wholes(payload, "players")
    if len(players) != state.config.team_size:
        refuse("team_size", size=state.config.team_size)
    if len(set(players)) != len(players):
        refuse("same_player")
    for one in state.with_status(*ENTERED):
        if set(one.players) & set(players):
            refuse("already_entered", [one.number], entry=asked.ref(one))
    return players


def decide_register(state: State, payload: Payload) -> Facts:
    """Register {"players": [ids], "strength", "club"}; when full, on the waiting list.

    Players may register while registration is open; an organiser also before it opens and during
    check-in (the web layer says which: {"by_organiser": true}).
    """
    allowed = BEFORE_START if asked.flag(payload, "by_organiser") else ("registration",)
    if state.phase not in allowed:
        refuse("registration_closed")
    return {
        "entry": len(state.entries) + 1,
        "players": new_players(state, payload),
        "strength": asked.optional_whole(payload, "strength", least=-10_000),
        "club": asked.optional_text(payload, "club"),
        "status": "waiting" if is_full(state) else "registered",
    }


def is_full(state: State) -> bool:
    """Say whether a new entry would go on the waiting list."""
    return len(state.with_status("registered")) >= state.config.places


def apply_register(state: State, facts: Payload) -> State:
    """Add the entry."""
    return state.with_entry(
        Entry(
            number=facts["entry"],
            players=tuple(facts["players"]),
            status=facts["status"],
            strength=facts["strength"],
            club=facts["club"],
        )
    )


def decide_unregister(state: State, payload: Payload) -> Facts:
    """Remove {"entry": n}; the first on the waiting list takes the place."""
    asked.phase(state, *BEFORE_START)
    leaving = asked.entry(state, payload)
    if leaving.status not in ("registered", "waiting"):
        refuse("not_registered", [leaving.number], entry=asked.ref(leaving))
    promoted = next_in(_without(state, leaving.number))
    return {"entry": leaving.number, "promoted": promoted}


def _without(state: State, number: int) -> State:
    """Return the state after an entry has left."""
    return state.with_entry(replace(state.entries[number], status="left"))


def apply_unregister(state: State, facts: Payload) -> State:
    """Remove the entry and promote from the waiting list."""
    return promote(_without(state, facts["entry"]), facts["promoted"])


def decide_promote(state: State, payload: Payload) -> Facts:
    """Promote {"entry": n} from the waiting list although the tournament is full.

    No event has more than MOST_PLACES entries.
    """
    asked.phase(state, *BEFORE_START)
    if len(state.with_status("registered")) >= MOST_PLACES:
        refuse("registration_closed")
    waiting = asked.entry(state, payload)
    if waiting.status != "waiting":
        refuse("not_waiting", [waiting.number], entry=asked.ref(waiting))
    return {"entry": waiting.number}


def apply_promote(state: State, facts: Payload) -> State:
    """Give the entry a place and take it off the waiting list."""
    return promote(state, [facts["entry"]])


def decide_check_in(state: State, payload: Payload) -> Facts:
    """Check {"entry": n} in."""
    found = _to_check(state, payload)
    if found.checked_in:
        refuse("already_checked_in", [found.number], entry=asked.ref(found))
    return {"entry": found.number}


def decide_check_out(state: State, payload: Payload) -> Facts:
    """Undo the check-in of {"entry": n}."""
    found = _to_check(state, payload)
    if not found.checked_in:
        refuse("not_checked_in", [found.number], entry=asked.ref(found))
    return {"entry": found.number}


def _to_check(state: State, payload: Payload) -> Entry:
    """Return the entry to check in or out. Refuses one that is not registered."""
    asked.phase(state, "registration", "check_in")
    found = asked.entry(state, payload)
    if found.status not in ("registered", "waiting"):
        refuse("not_registered", [found.number], entry=asked.ref(found))
    return found


def apply_check_in(state: State, facts: Payload) -> State:
    """Record the check-in."""
    return state.with_entry(replace(state.entries[facts["entry"]], checked_in=True))


def apply_check_out(state: State, facts: Payload) -> State:
    """Remove the check-in."""
    return state.with_entry(replace(state.entries[facts["entry"]], checked_in=False))


KINDS = (
    Kind("register", decide_register, apply_register, PLAYERS),
    Kind("unregister", decide_unregister, apply_unregister, PLAYERS),
    Kind("promote", decide_promote, apply_promote),
    Kind("check_in", decide_check_in, apply_check_in, EVERYBODY),
    Kind("check_out", decide_check_out, apply_check_out, EVERYBODY),
)
