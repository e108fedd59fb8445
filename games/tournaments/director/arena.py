"""An arena: one round that stays open until time is up and gains a table with every pairing.

So seats, matches, results and rulings work as in every other format. Specific to arenas: free
entries are paired continuously; anybody may join, rest and come back while it runs; its end can be
moved. Nobody plays two games at once, so table order is the order of an entry's games. Spec:
tournaments 3.8. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from games.tournaments.director import asked
from games.tournaments.director.actions import PLAYERS, Facts, Kind, Payload
from games.tournaments.director.late import apply_late_entry
from games.tournaments.director.people import apply_restore
from games.tournaments.director.refusals import refuse
from games.tournaments.director.registration import is_full, new_players
from games.tournaments.director.rounds import table_from_json, table_to_json
from games.tournaments.director.sheet import sheet, table_standings
from games.tournaments.director.state import Round, State, Table
from games.tournaments.pairing.arena import Free, pair_free
from games.tournaments.pairing.seats import seat_duel, seat_history

MOST_SECONDS = 24 * 3600
"""The furthest into the future an arena's end may be moved."""

NOT_HERE = frozenset(
    {
        "propose_round", "set_tables", "swap", "give_bye", "publish_round", "close_round",
        "reopen_round", "cancel_round", "plan_rounds", "late_entry", "absent", "present",
        "reseat", "clear_result",
    }
)  # fmt: skip
"""Kinds that need rounds, or would recall a pair to a table when they may be playing elsewhere."""


def going(state: State) -> Round:
    """Return the games of a running arena. Refuses any other event."""
    asked.phase(state, "running")
    held = state.current
    if held is None or state.config.format != "arena":
        refuse("no_arena")
    if held.phase != "published":
        refuse("arena_over")
    return held


def decide_pair(state: State, payload: Payload) -> Facts:
    """Pair all free entries, as far as they may meet now.

    {"playing": [entries]}: entries whose match continues although a ruling may have decided their
    table.
    """
    held = going(state)
    pairs = next_pairs(state, asked.wholes(payload, "playing"))
    if not pairs:
        refuse("nobody_to_pair")
    history = seat_history(sheet(state))
    tables = [
        Table(number, seat_duel(*pair, history, number))
        for number, pair in enumerate(pairs, len(held.tables) + 1)
    ]
    return {"round": held.number, "tables": [table_to_json(table) for table in tables]}


def apply_pair(state: State, facts: Payload) -> State:
    """Add the tables."""
    held = state.rounds[facts["round"] - 1]
    added = tuple(table_from_json(one) for one in facts["tables"])
    return state.with_round(replace(held, tables=(*held.tables, *added)))


def next_pairs(state: State, playing: Collection[int] = ()) -> list[tuple[int, int]]:
    """Return the pairs that would result if all free entries, except `playing`, were paired now."""
    everybody = [one.number for one in state.with_status("registered")]
    return pair_free(free(state, playing), everybody, state.forbidden)


def free(state: State, playing: Collection[int] = ()) -> list[Free]:
    """Return the entries waiting for an opponent, in order of the standings."""
    tables = () if state.current is None else state.current.tables
    busy = {entry for table in tables if not table.decided for entry in table.present}
    busy.update(playing)
    last, since = _last_games(tables)
    return [
        Free(row.entry, last.get(row.entry), since.get(row.entry, 0))
        for row in table_standings(state)
        if state.entries[row.entry].status == "registered" and row.entry not in busy
    ]


def _last_games(tables: Sequence[Table]) -> tuple[dict[int, int], dict[int, int]]:
    """Return, by entry, its last opponent and the last table where it was seated.

    An entry that did not come has met nobody.
    """
    last: dict[int, int] = {}
    since: dict[int, int] = {}
    for table in tables:
        since |= dict.fromkeys(table.seats, table.number)
        if len(table.present) == 2:
            one, other = table.present
            last |= {one: other, other: one}
    return last, since


def decide_join(state: State, payload: Payload) -> Facts:
    """Enter {"players", "strength", "club"} while the arena runs; latecomers lose nothing."""
    going(state)
    if is_full(state):
        refuse("arena_full")
    return {
        "entry": len(state.entries) + 1,
        "players": new_players(state, payload),
        "strength": asked.optional_whole(payload, "strength", least=-10_000),
        "club": asked.optional_text(payload, "club"),
        "seed": 1 + max((one.seed for one in state.entries.values()), default=0),
        "joined": 1,
        "missed": [],
        "place": None,
    }


def decide_come_back(state: State, payload: Payload) -> Facts:
    """Let {"entry": n}, which is resting or did not come, be paired again."""
    going(state)
    found = asked.entry(state, payload)
    if found.status != "withdrawn":
        refuse("not_withdrawn", [found.number], entry=asked.ref(found))
    return {"entry": found.number}


def decide_move_end(state: State, payload: Payload) -> Facts:
    """Move the end by {"seconds": n}, but not into the past: {"now": seconds of the clock}."""
    going(state)
    seconds = payload.get("seconds")
    if type(seconds) is not int or not seconds or abs(seconds) > MOST_SECONDS:
        refuse("bad_request", field="seconds")
    ends_at = state.ends_at + seconds
    if ends_at <= asked.whole(payload, "now"):
        refuse("end_past")
    return {"ends_at": ends_at, "minutes": abs(seconds) // 60, "later": seconds > 0}


def apply_move_end(state: State, facts: Payload) -> State:
    """Move the end."""
    return replace(state, ends_at=facts["ends_at"])


KINDS = (
    Kind("pair_free", decide_pair, apply_pair),
    Kind("join", decide_join, apply_late_entry, PLAYERS),
    Kind("come_back", decide_come_back, apply_restore, PLAYERS),
    Kind("move_end", decide_move_end, apply_move_end),
)
