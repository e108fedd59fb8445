"""An event's judges, who help its directors rule, and the cases a judge must leave to others.

Spec: tournaments 5.1 (judges enter and correct results, forfeits, no-shows, penalties). A judge is
a person's number with their club membership at appointment, if any; the web layer decides whether
the office is still valid (`games/tournaments/judges.py`). Pure: imports no Django, random, time,
datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.tournaments.director import asked
from games.tournaments.director.actions import JUDGES, Facts, Kind, Payload
from games.tournaments.director.refusals import refuse
from games.tournaments.director.state import State, Table
from games.tournaments.text import PlayerRef

UNTIL_ARCHIVED = ("draft", "registration", "check_in", "running", "finished")
ABOUT_TABLES = frozenset(
    {"set_result", "clear_result", "override_result", "forfeit", "extend_time"}
)
ABOUT_ENTRIES = frozenset({"no_show", "reseat", "penalty"})
RULINGS = ABOUT_TABLES | ABOUT_ENTRIES | {"lift_penalty"}


def decide_name_judge(state: State, payload: Payload) -> Facts:
    """Appoint {"player": id} as judge, as the club member {"membership": number or null}."""
    asked.phase(state, *UNTIL_ARCHIVED)
    player = asked.whole(payload, "player", least=1)
    membership = asked.optional_whole(payload, "membership")
    if player in state.judges and state.judges[player] == membership:
        refuse("already_judge", person=PlayerRef(player))
    return {"player": player, "membership": membership}


def apply_name_judge(state: State, facts: Payload) -> State:
    """Add the judge."""
    return replace(state, judges={**state.judges, facts["player"]: facts["membership"]})


def decide_dismiss_judge(state: State, payload: Payload) -> Facts:
    """Dismiss {"player": id} as judge."""
    asked.phase(state, *UNTIL_ARCHIVED)
    player = asked.whole(payload, "player", least=1)
    if player not in state.judges:
        refuse("no_judge")
    return {"player": player}


def apply_dismiss_judge(state: State, facts: Payload) -> State:
    """Remove the judge."""
    left = {one: had for one, had in state.judges.items() if one != facts["player"]}
    return replace(state, judges=left)


def is_own_case(state: State, player: int, kind: str, payload: Payload) -> bool:
    """Say whether a ruling concerns a player's own entry or a table where they sit.

    Their tablemates of the latest round also count as their own case, as does time for all tables
    while their own table is open.
    """
    if kind not in RULINGS:
        return False
    own = {one.number for one in state.entries.values() if player in one.players}
    return bool(own & _concerned(state, kind, payload))


def _concerned(state: State, kind: str, payload: Payload) -> set[int]:
    """Return the entries that a ruling concerns.

    Read only what the ruling itself reads: other fields in the payload would mislead.
    """
    if kind == "lift_penalty":
        return {one.entry for one in state.penalties if one.number == payload.get("penalty")}
    if kind in ABOUT_ENTRIES:
        entry = payload.get("entry", 0)
        newest = () if state.current is None else state.current.tables
        return {entry, *_seats(table for table in newest if entry in table.seats)}
    held = state.round(payload["round"]) if "round" in payload else state.current
    tables = () if held is None else held.tables
    if payload.get("table") is None:
        return _seats(one for one in tables if not one.decided)
    return _seats(one for one in tables if one.number == payload["table"])


def _seats(tables: Iterable[Table]) -> set[int]:
    """Return every entry seated at the given tables."""
    return {entry for table in tables for entry in table.seats}


KINDS = (
    Kind("name_judge", decide_name_judge, apply_name_judge),
    Kind("dismiss_judge", decide_dismiss_judge, apply_dismiss_judge, JUDGES),
)
