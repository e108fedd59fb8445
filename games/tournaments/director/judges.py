"""Who helps the directors of an event to rule, and what a judge leaves to somebody else.

Spec: tournaments 5.1 (judges enter and correct results, forfeits, no-shows, penalties). A judge is
a person's number with the club membership they had when they were named, if any: whether the
office still holds is the web layer's to say (`games/tournaments/judges.py`). Pure: imports no
Django, random, time, datetime, os or secrets.
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
    """Make {"player": id} a judge, as the member {"membership": number or null} of the club."""
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
    """Take the office of {"player": id} away."""
    asked.phase(state, *UNTIL_ARCHIVED)
    player = asked.whole(payload, "player", least=1)
    if player not in state.judges:
        refuse("no_judge")
    return {"player": player}


def apply_dismiss_judge(state: State, facts: Payload) -> State:
    """Take the judge off."""
    left = {one: had for one, had in state.judges.items() if one != facts["player"]}
    return replace(state, judges=left)


def is_own_case(state: State, player: int, kind: str, payload: Payload) -> bool:
    """Say whether a ruling is about a player's own entry, or a table at which they sit.

    Who sits with them in the newest round is their own case too, and time for all tables while
    theirs is open.
    """
    if kind not in RULINGS:
        return False
    own = {one.number for one in state.entries.values() if player in one.players}
    return bool(own & _concerned(state, kind, payload))


def _concerned(state: State, kind: str, payload: Payload) -> set[int]:
    """Return the entries that a ruling is about.

    It reads what the ruling itself reads: whatever else was sent along leads elsewhere.
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
    """Return everybody who was seated at some tables."""
    return {entry for table in tables for entry in table.seats}


KINDS = (
    Kind("name_judge", decide_name_judge, apply_name_judge),
    Kind("dismiss_judge", decide_dismiss_judge, apply_dismiss_judge, JUDGES),
)
