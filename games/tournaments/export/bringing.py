"""Read an exported event from elsewhere, and check it before anything is stored.

A file may contain anything: its contents are bounded first, then folded, and accepted only if
everything in it follows from its actions and every page can be rendered from it. Its players are
accounts of another site, so they become numbers without an account. Imports no Django.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from games.tournaments.direct.actions import Action
from games.tournaments.direct.config import MOST_PLACES, config_from_json
from games.tournaments.direct.elimination import stage_rounds
from games.tournaments.direct.fold import fold, tell
from games.tournaments.direct.problems import MOST_ROUNDS, config_problems
from games.tournaments.direct.round import Round, TeamMatch
from games.tournaments.direct.state import State
from games.tournaments.export.tables import crosstable_rows, pairing_rows, standings_rows
from games.tournaments.export.whole import BROKEN, DamagedExportError, import_event

MOST_ACTIONS = 20_000
MOST_ENTRIES = 2 * MOST_PLACES
LARGEST = 10**12
LONGEST = 2000
MOST_IN_A_NAME = 80
MOST_IN_NAMES = 320
MOST_IN_A_REASON = 500
ENTER = ("register", "late_entry", "join", "make_team")


@dataclass(frozen=True, slots=True)
class Brought:
    """An importable event: its actions and their fold, its people by entry, its name."""

    actions: list[Action]
    state: State
    names: dict[str, str]
    name: str
    game: str


def read_event(data: bytes) -> Brought:
    """Return an exported event. Raises DamagedExportError if it is invalid or unfinished."""
    told = _parsed(data)
    try:
        actions = without_accounts(_bounded(told))
        state = fold(actions)
        _check_state(state)
        names = {str(number): _name(told, number) for number in state.entries}
        _rehearse(state, actions, {int(number): name for number, name in names.items()})
        name = _text(told["about"]["name"], MOST_IN_A_NAME)
        return Brought(actions, state, names, name, told["about"]["game"])
    except DamagedExportError:
        raise
    except BROKEN as error:
        raise DamagedExportError("damaged actions") from error


def _parsed(data: bytes) -> dict[str, Any]:
    """Return the file's JSON: an object of strings, booleans and integers of ordinary size."""
    try:
        told = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise DamagedExportError("no JSON") from error
    if not isinstance(told, dict):
        raise DamagedExportError("no object")
    for one in _leaves(told):
        is_plain = one is None or isinstance(one, str | bool | int)
        if not is_plain or (isinstance(one, int) and abs(one) > LARGEST):
            raise DamagedExportError("numbers that no event has")
        if isinstance(one, str) and (len(one) > LONGEST or "\0" in one or not _is_whole(one)):
            raise DamagedExportError("texts that cannot be stored")
    return told


def _leaves(told: Any) -> Iterator[Any]:
    """Yield every value, and every key, of a JSON value."""
    waiting = [told]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            waiting += one
        else:
            yield one


def _is_whole(text: str) -> bool:
    """Say whether a text has no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _bounded(told: Mapping[str, Any]) -> list[Action]:
    """Return a file's actions if its size and settings are within an event's limits."""
    kinds = Counter(one["kind"] for one in told["actions"])
    if len(told["actions"]) > MOST_ACTIONS or sum(kinds[one] for one in ENTER) > MOST_ENTRIES:
        raise DamagedExportError("more than an event has")
    for one in told["actions"]:
        given = one["payload"].get("config")
        if given is not None and config_problems(config_from_json(given)):
            raise DamagedExportError("settings that cannot be used")
        _text(one.get("reason", ""), MOST_IN_A_REASON, least=0)
    return import_event(told)


def without_accounts(actions: Iterable[Action]) -> list[Action]:
    """Return the actions with guests for people, numbered anew with the bots, and 0 for judges."""
    numbers: dict[int, int] = {}
    made = []
    for one in actions:
        payload = dict(one.payload)
        if "players" in payload:
            players, guests = payload["players"], payload.get("guests", ())
            payload["players"] = [numbers.setdefault(had, -len(numbers) - 1) for had in players]
            payload["guests"] = [numbers[had] for had in players if had > 0 or had in guests]
        if one.kind == "claim":  # an account that is not known here: the guest stays
            payload |= dict.fromkeys(("guest", "user"), numbers[payload["guest"]])
        if "led_by" in payload:
            payload["led_by"] = 0
        if "player" in payload:
            payload |= {"player": 0, "membership": None}
        made.append(Action(one.kind, payload, one.reason))
    return made


@cache
def _states() -> TypeAdapter[State]:
    return TypeAdapter(State)


def _check_state(state: State) -> None:
    """Refuse a state that is not over, or that no event could have reached."""
    if state.phase not in ("finished", "archived") or not state.listed():
        raise DamagedExportError("not over")
    if _states().validate_python(asdict(state)) != state or not 0 <= state.planned <= MOST_ROUNDS:
        raise DamagedExportError("values of another kind")
    seeds = {one.seed for one in state.listed()}
    is_sound = (
        len(seeds) == len(state.listed())
        and list(state.entries) == list(range(1, len(state.entries) + 1))
        and all(held.number == at for at, held in enumerate(state.rounds, 1))
        and all(_is_sound(state, held) for held in state.rounds)
        and {one.entry for one in state.penalties} <= set(state.entries)
        and {one for pair in state.forbidden for one in pair} <= set(state.entries)
        and {seed for held in state.schedule for table in held for seed in table} <= seeds
        and all(
            {*one.members, one.captain} <= {0, *state.entries} for one in state.entries.values()
        )
        and all(_is_player(state, one) for team in state.teams() for one in team.members)
    )
    if not is_sound:
        raise DamagedExportError("names what is not there")


def _is_sound(state: State, held: Round) -> bool:
    """Say whether a round is over and all its entries took part, once each unless in an arena."""
    seats = [one for table in held.tables for one in table.seats if one not in table.moved]
    there = [*seats, *held.unplayed]
    once = state.config.format == "arena" or len(there) == len(set(there))
    playing = {one.number for one in state.listed()}
    playing |= {one for team in state.teams() for one in team.members}
    numbers = [table.number for table in held.tables]
    return (
        held.phase == "closed"
        and once
        and {*there, *held.seeds} <= playing
        and all(_is_match(state, held, one) for one in held.matches)
        and len(set(numbers)) == len(numbers)
        and all(
            table.absent | table.moved <= set(table.seats) <= playing
            and (table.result is None or set(table.result.outcomes) == set(table.present))
            and all(set(side) <= set(table.seats) for side in table.sides or ())
            for table in held.tables
        )
    )


def _is_player(state: State, number: int) -> bool:
    """Say whether an entry is no team."""
    return not state.entries[number].is_team


def _is_match(state: State, held: Round, match: TeamMatch) -> bool:
    """Say whether a match is between two teams, its boards between their members, at tables."""
    if not all(state.entries[one].is_team for one in match.teams):
        return False
    sides = [{0, *state.entries[one].members} for one in match.teams]
    return all(
        board.players[0] in sides[0]
        and board.players[1] in sides[1]
        and set(board.players) != {0}
        and (not board.table or set(held.at(board.table).seats) == set(board.players))
        for board in match.boards
    )


def _rehearse(state: State, actions: Iterable[Action], names: dict[int, str]) -> None:
    """Build what the pages show, so that no page fails later."""
    for no, one in enumerate(actions, 1):
        told = tell(one)
        _ = told.key % told.args
        for row in one.payload.get("results") or ():
            _ = (names[row["entry"]], row["rank"] + 0)
        if no in state.announcements:
            _text(one.payload["text"], LONGEST, least=0)
    for entry in state.entries.values():
        _text(entry.name, MOST_IN_A_NAME, least=0)
        _text(entry.origin.title if entry.origin else "", MOST_IN_A_NAME, least=0)
    standings_rows(state, names)
    crosstable_rows(state, names)
    stage_rounds(state)
    for held in state.rounds:
        pairing_rows(state, held, names)


def _name(told: Mapping[str, Any], number: int) -> str:
    return _text(told["names"][str(number)], MOST_IN_NAMES)


def _text(value: Any, most: int, *, least: int = 1) -> str:
    """Return a text from the file, stripped. Raises if it is not one."""
    if not isinstance(value, str) or not least <= len(value.strip()) <= most:
        raise DamagedExportError("a text is missing or too long")
    return value.strip()
