"""An arena: one round that stays open until time is up and gains a table with every pairing.

So seats, matches, results and rulings work as in every other format. Specific to arenas: free
entries are paired continuously; anybody may join, rest and come back while it runs; its end can be
moved. Nobody plays two games at once, so table order is the order of an entry's games. Spec:
tournaments 3.8.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import PLAYERS, Facts, Kind, Payload, entry_becomes
from games.tournaments.direct.forms import Entering, EntryStep, Form
from games.tournaments.direct.kinds.late import apply_late_entry
from games.tournaments.direct.kinds.registration import is_full, newcomer
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import Round, Table, table_from_json, table_to_json
from games.tournaments.direct.sheet import sheet, table_standings
from games.tournaments.direct.state import State
from games.tournaments.pair.arena import Free, pair_free
from games.tournaments.pair.seats import seat_duel, seat_history

MOST_SECONDS = 24 * 3600
"""The furthest into the future an arena's end may be moved."""


class EndMoved(Form):
    """Moves the end of an arena."""

    seconds: Annotated[int, Field(ge=-MOST_SECONDS, le=MOST_SECONDS)] = Field(
        description="negative: earlier"
    )


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
    pairs = next_pairs(state, payload.get("playing", ()))
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
    return newcomer(state, payload) | {
        "seed": 1 + max((one.seed for one in state.entries.values()), default=0),
        "joined": 1,
        "missed": [],
        "place": None,
    }


def decide_come_back(state: State, payload: Payload) -> Facts:
    """Let {"entry": n}, which is resting or did not come, be paired again."""
    going(state)
    return {"entry": asked.entry_with(state, payload, "not_withdrawn", "withdrawn").number}


def decide_move_end(state: State, payload: Payload) -> Facts:
    """Move the end by {"seconds": n}, but not into the past: {"now": seconds of the clock}."""
    going(state)
    seconds = payload["seconds"]
    if not seconds:
        refuse("bad_request", field="seconds")
    ends_at = state.ends_at + seconds
    if ends_at <= payload["now"]:
        refuse("end_past")
    return {"ends_at": ends_at, "minutes": abs(seconds) // 60, "later": seconds > 0}


def apply_move_end(state: State, facts: Payload) -> State:
    """Move the end."""
    return replace(state, ends_at=facts["ends_at"])


def _end_sentence(facts: Payload, has_rounds: bool) -> str:
    """Return the journal's sentence for an end that was moved."""
    if facts["later"]:
        return gettext_noop("The event was extended by %(minutes)s minutes.")
    return gettext_noop("The event was shortened by %(minutes)s minutes.")


KINDS = (
    Kind(
        "pair_free", decide_pair, apply_pair, gettext_noop("Free players were paired."),
        facts=("playing",), outdates="nothing",
    ),
    Kind(
        "join", decide_join, apply_late_entry, gettext_noop("%(entry)s joined."), form=Entering,
        roles=PLAYERS, enters=True, facts=("strength",), outdates="nothing",
    ),
    Kind(
        "come_back", decide_come_back, entry_becomes(status="registered"),
        gettext_noop("%(entry)s returned."), form=EntryStep, roles=PLAYERS,
        brings_back=True, outdates="nothing", anchor="entry",
    ),
    Kind(
        "move_end", decide_move_end, apply_move_end, _end_sentence, form=EndMoved, facts=("now",)
    ),
)  # fmt: skip
