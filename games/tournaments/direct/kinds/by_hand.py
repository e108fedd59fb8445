"""A proposed round edited by hand: seats, exchanges, byes.

Any arrangement is allowed while a round is private; problems block its publication
(`check_round.py`). Spec: tournaments 5, 5.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import Facts, Kind, Payload
from games.tournaments.direct.elimination import is_fixed
from games.tournaments.direct.forms import Entries, Form, Number
from games.tournaments.direct.kinds.rounds import apply_propose, proposed, round_facts
from games.tournaments.direct.pairing_input import contenders, seats_so_far
from games.tournaments.direct.propose import table_of_partners
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import Round, Table, byes_of
from games.tournaments.direct.state import State
from games.tournaments.direct.text import TournamentRefusal, phrase
from games.tournaments.pair.partners import seats_of_sides
from games.tournaments.pair.seats import seat_entries


class Seating(Form):
    """Seats everybody of a proposed round by hand."""

    round: Number
    tables: list[Entries] = Field(
        min_length=1, max_length=500, description="entries by seat, for each table"
    )
    byes: Entries = []


class Exchange(Form):
    """Lets two entries of a proposed round change places."""

    round: Number
    entry: Number
    other: Number


class ByeGiven(Form):
    """Gives an entry of a proposed round the bye."""

    round: Number
    entry: Number


def decide_set_tables(state: State, payload: Payload) -> Facts:
    """Seat a proposed round by hand: {"tables": [[entries by seat]], "byes": [entries]}.

    Tables are numbered in the order given. Any arrangement is allowed here; problems block the
    publication.
    """
    held = proposed(state, payload)
    if is_fixed(state, held.number):
        refuse("fixed_by_format")
    tables, byes = payload["tables"], payload.get("byes", [])
    for one in [*chain.from_iterable(tables), *byes]:
        if one not in state.entries:
            message = gettext_noop("No one in this event has the number %(number)s.")
            raise TournamentRefusal("no_entry", phrase(message, number=one))
    made = [_hand_made(state, number, seats) for number, seats in enumerate(tables, 1)]
    return round_facts(state, held.number, made, byes)


def _hand_made(state: State, number: int, seats: Sequence[int]) -> Table:
    """Return a table as it was seated by hand; partners sit opposite each other."""
    if state.config.format == "partners" and len(seats) == 4:
        return table_of_partners(number, seats)
    return Table(number, tuple(seats))


def decide_swap(state: State, payload: Payload) -> Facts:
    """Let {"entry": a} and {"other": b} of a proposed round change places.

    One of them may have the bye. Everybody at the affected tables is reseated to keep seats
    balanced.
    """
    held = proposed(state, payload)
    if is_fixed(state, held.number):
        refuse("fixed_by_format")
    one, other = asked.entry(state, payload).number, asked.entry(state, payload, "other").number
    byes = byes_of(held)
    for entry in (one, other):
        if held.table_of(entry) is None and entry not in byes:
            refuse("not_in_round", [entry], entry=asked.ref(entry))
    if held.table_of(one) == held.table_of(other):
        refuse("same_table")
    exchanged = {one: other, other: one}
    tables = [_exchanged(state, held, table, exchanged) for table in held.tables]
    taking = [exchanged.get(entry, entry) for entry in byes]
    return round_facts(state, held.number, tables, taking)


def _exchanged(state: State, held: Round, table: Table, exchanged: Mapping[int, int]) -> Table:
    """Return a table after an exchange, reseated if it was affected."""
    if not set(exchanged) & set(table.seats):
        return table
    history = seats_so_far(state, held.number)
    seats = [exchanged.get(entry, entry) for entry in table.seats]
    if table.sides is not None:
        sides = ((seats[0], seats[2]), (seats[1], seats[3]))
        return table_of_partners(table.number, seats_of_sides(sides, history))
    standing = {one.entry: at for at, one in enumerate(contenders(state, held.number))}
    ordered = sorted(seats, key=lambda entry: standing.get(entry, len(standing)))
    return Table(table.number, seat_entries(ordered, history, table.number))


def decide_give_bye(state: State, payload: Payload) -> Facts:
    """Give {"entry": n} of a proposed round the bye; the previous holder takes its place.

    If there is no bye to exchange, the entry's table goes on without it.
    """
    held = proposed(state, payload)
    if is_fixed(state, held.number):
        refuse("fixed_by_format")
    entry = asked.entry(state, payload).number
    byes = byes_of(held)
    if entry in byes:
        refuse("has_bye", [entry], entry=asked.ref(entry))
    table = held.table_of(entry)
    if table is None:
        refuse("not_in_round", [entry], entry=asked.ref(entry))
    if byes:
        return decide_swap(state, {"entry": entry, "other": byes[0]})
    rest = tuple(one for one in table.seats if one != entry)
    tables = [Table(table.number, rest) if one == table else one for one in held.tables]
    return round_facts(state, held.number, tables, [entry])


KINDS = (
    Kind(
        "set_tables", decide_set_tables, apply_propose,
        gettext_noop("Round %(round)s was paired by hand."), form=Seating, in_arenas=False,
    ),
    Kind(
        "swap", decide_swap, apply_propose,
        gettext_noop("Two seats in round %(round)s were swapped."), form=Exchange,
        in_arenas=False,
    ),
    Kind(
        "give_bye", decide_give_bye, apply_propose,
        gettext_noop("The bye in round %(round)s was assigned by hand."), form=ByeGiven,
        in_arenas=False,
    ),
)  # fmt: skip
