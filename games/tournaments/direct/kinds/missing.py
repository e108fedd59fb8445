"""No-shows and forfeits at a published table, and how to undo them.

Spec: tournaments 3.2. A table plays on without the missing while it still has the smallest legal
size; otherwise its players move to other tables with room, or get a bye (in an elimination always a
bye: the highest seeds among them advance). At tables of two the opponent wins by forfeit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import JUDGES, Button, Facts, Kind, Payload, by_format
from games.tournaments.direct.elimination import is_fixed
from games.tournaments.direct.forms import Entries, EntryStep, Form, Number
from games.tournaments.direct.pairing_input import meetings
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import Round, Table, Unplayed
from games.tournaments.direct.state import State


class Forfeit(Form):
    """Decides a table of the newest round without play; nobody is withdrawn."""

    round: Number
    table: Number
    absent: Entries


def missing_facts(
    state: State, held: Round, table: Table, gone: Sequence[int], started: Sequence[int] = ()
) -> Facts:
    """Return the consequences when `gone` are not at their table of a published round.

    `started` are the numbers of tables whose match has begun: nobody is moved there. Facts:
    {"round", "table", "absent", "moves": [[entry, table or null]]}.
    """
    rest = [one for one in table.present if one not in gone]
    least = min(state.config.size_rule.allowed)
    moves: list[list[int | None]] = []
    plays_on = state.config.duplicate and bool(rest)  # bots sit in for the missing
    if len(table.seats) > 2 and len(rest) < least and not plays_on:
        moves = _moves(state, held, table, rest, started)
    return {
        "round": held.number,
        "table": table.number,
        "absent": list(gone),
        "moves": moves,
    }


def _moves(
    state: State, held: Round, table: Table, rest: Sequence[int], started: Sequence[int]
) -> list[list[int | None]]:
    """Return where the others go: the table with room and the fewest repeat meetings, or a bye.

    Nobody goes from a table on the site to one on paper: it may be playing, which no one can tell.
    """
    met, is_on_paper = meetings(state, held.number), state.on_paper(held, table)
    seated = {
        one.number: list(one.present)
        for one in held.tables
        if one.number != table.number
        and not one.decided
        and one.number not in started
        and (is_on_paper or not state.on_paper(held, one))
    }
    moves: list[list[int | None]] = []
    for entry in rest:
        open_tables = [
            number
            for number, there in seated.items()
            if len(there) + 1 in state.config.size_rule.allowed
            and state.config.format == "pods"
            and not is_fixed(state, held.number)
            and not any(met.barred(entry, other) for other in there)
        ]
        to = min(
            open_tables,
            key=lambda number: (
                sum([met.times(entry, other) for other in seated[number]]),
                len(seated[number]),
                number,
            ),
            default=None,
        )
        if to is not None:
            seated[to].append(entry)
        moves.append([entry, to])
    return moves


def apply_missing(state: State, facts: Payload) -> State:
    """Mark the missing, revoking any bye they had, and move the others as decided."""
    held = state.rounds[facts["round"] - 1]
    table = held.at(facts["table"])
    gone = frozenset(facts["absent"])
    moved = frozenset(entry for entry, _ in facts["moves"])
    held = held.with_table(
        replace(table, absent=table.absent | gone, moved=(table.moved - gone) | moved)
    )
    unplayed = {one: had for one, had in held.unplayed.items() if one not in gone}
    for entry, number in facts["moves"]:
        if number is None:
            unplayed[entry] = Unplayed("pab", state.config.bye_points.pab)
        else:
            to = held.at(number)
            held = held.with_table(replace(to, seats=(*to.seats, entry)))
    return state.with_round(replace(held, unplayed=unplayed))


def open_table_of(held: Round, entry: int) -> Table:
    """Return the table where an entry should sit. Refuses if nothing is open.

    An entry given a bye because its table was broken up may turn out not to have come either.
    """
    table = held.table_of(entry)
    if table is None and entry in held.unplayed:
        table = next((one for one in held.tables if entry in one.moved), None)
    if table is None:
        refuse("not_in_round", [entry], entry=asked.ref(entry))
    if entry in table.absent:
        refuse("already_absent", [entry], entry=asked.ref(entry))
    if table.result is not None:
        refuse("result_stands")
    return table


def decide_no_show(state: State, payload: Payload) -> Facts:
    """Record that {"entry": n} did not come to the table, and withdraw it.

    `started`: numbers of tables whose match has begun.
    """
    held = asked.published(state, payload)
    found = asked.entry(state, payload)
    table = open_table_of(held, found.number)
    started = payload.get("started", ())
    facts = missing_facts(state, held, table, [found.number], started)
    return facts | {"entry": found.number}


def apply_no_show(state: State, facts: Payload) -> State:
    """Mark the entry missing and withdraw it."""
    withdrawn = replace(state.entries[facts["entry"]], status="withdrawn")
    return apply_missing(state.with_entry(withdrawn), facts)


def decide_forfeit(state: State, payload: Payload) -> Facts:
    """Decide a table without play: {"table": t, "absent": [entries]}; nobody is withdrawn."""
    held = asked.published(state, payload)
    table = asked.table(held, payload)
    gone = payload["absent"]
    if not gone or len(set(gone)) != len(gone):
        refuse("bad_request", field="absent")
    for one in gone:
        if one not in table.seats or open_table_of(held, one) != table:
            refuse("not_at_table", [one], entry=asked.ref(one))
    return missing_facts(state, held, table, gone, payload.get("started", ()))


def decide_reseat(state: State, payload: Payload) -> Facts:
    """Let {"entry": n} sit down after all while the table is open."""
    held = asked.published(state, payload)
    found = asked.entry(state, payload)
    table = next((one for one in held.tables if found.number in one.absent), None)
    if table is None:
        refuse("not_absent", [found.number], entry=asked.ref(found))
    if table.moved:
        refuse("table_broken_up")
    if table.result is not None:
        refuse("result_stands")
    return {"round": held.number, "table": table.number, "entry": found.number}


def apply_reseat(state: State, facts: Payload) -> State:
    """Seat the entry again, undoing a withdrawal by no-show."""
    entry = state.entries[facts["entry"]]
    if entry.status == "withdrawn":
        state = state.with_entry(replace(entry, status="registered"))
    held = state.rounds[facts["round"] - 1]
    table = held.at(facts["table"])
    absent = table.absent - {facts["entry"]}
    return state.with_round(held.with_table(replace(table, absent=absent)))


KINDS = (
    Kind(
        "no_show", decide_no_show, apply_no_show,
        by_format(
            gettext_noop("%(entry)s was a no-show at table %(table)s in round %(round)s."),
            gettext_noop("%(entry)s was a no-show at table %(table)s."),
        ),
        form=EntryStep, roles=JUDGES, concerns=asked.concerned_with_entry, facts=("started",),
        misses=True, outdates="rounds", button=Button(gettext_noop("No-show"), 7),
    ),
    Kind(
        "forfeit", decide_forfeit, apply_missing,
        by_format(
            gettext_noop("Table %(table)s in round %(round)s was decided without play."),
            gettext_noop("Table %(table)s was decided without play."),
        ),
        form=Forfeit, on_pages=False, roles=JUDGES, concerns=asked.concerned_at_table,
        facts=("started",), misses=True,
    ),
    Kind(
        "reseat", decide_reseat, apply_reseat,
        gettext_noop("%(entry)s took their seat at table %(table)s in round %(round)s."),
        form=EntryStep, roles=JUDGES, concerns=asked.concerned_with_entry, brings_back=True,
        in_arenas=False, anchor="entry", button=Button(gettext_noop("Showed up"), 8),
    ),
)  # fmt: skip
