"""An arena: one round that stays open until the time is up, and gets a table for every pairing.

So a table's seats, its match, its result and rulings on it are those of every other format. What is
an arena's own: who is free is paired, anybody joins, rests and comes back while it runs, and its
end can be moved. Somebody's games have the order of their tables, since nobody plays two at once.
Spec: tournaments 3.8. Pure: imports no Django, random, time, datetime, os or secrets.
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
"""So much later at most than it was an arena's end is moved to."""

NOT_HERE = frozenset(
    {
        "propose_round", "set_tables", "swap", "give_bye", "publish_round", "close_round",
        "reopen_round", "cancel_round", "plan_rounds", "late_entry", "absent", "present",
        "reseat", "clear_result",
    }
)  # fmt: skip
"""The kinds that need rounds, or would call two back to a table who may play elsewhere by now."""


def going(state: State) -> Round:
    """Return the games of an arena that goes on. Refuses any other event."""
    asked.phase(state, "running")
    held = state.current
    if held is None or state.config.format != "arena":
        refuse("no_arena")
    if held.phase != "published":
        refuse("arena_over")
    return held


def decide_pair(state: State, payload: Payload) -> Facts:
    """Pair everybody who is free, as far as they may meet now.

    {"playing": [entries]}: whose match goes on although their table may be decided, by a ruling.
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
    """Return who would meet if everybody who is free, and not among `playing`, were paired now."""
    everybody = [one.number for one in state.with_status("registered")]
    return pair_free(free(state, playing), everybody, state.forbidden)


def free(state: State, playing: Collection[int] = ()) -> list[Free]:
    """Return who waits for an opponent, in the order of the standings."""
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
    """Return by entry whom it met last, and at which table it was seated last.

    Who did not come has met nobody.
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
    """Enter {"players", "strength", "club"} while the arena runs; who comes late loses nothing."""
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
    """Let {"entry": n}, who rests or did not come, be paired again."""
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
