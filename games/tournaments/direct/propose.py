"""A proposal for the next round, according to the tournament's format.

The action stores the proposal in full, so an old round never changes when an algorithm does. Spec:
tournaments 3.4 to 3.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NoReturn

from games.tournaments.direct import asked
from games.tournaments.direct.elimination import stage_of, ties_of
from games.tournaments.direct.groups import group_of, grouped
from games.tournaments.direct.pairing_input import (
    contenders,
    going_on,
    meetings,
    seats_so_far,
    sides_so_far,
)
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import Table
from games.tournaments.direct.stage import Stage, cut_from
from games.tournaments.direct.state import State
from games.tournaments.direct.teams import contest
from games.tournaments.pair.apart import can_seat, foes_of, sizes_apart
from games.tournaments.pair.byes import bye_order
from games.tournaments.pair.chance import Stream
from games.tournaments.pair.contenders import Contender, Meetings, Pair
from games.tournaments.pair.partners import choose_sides, seats_of_sides
from games.tournaments.pair.pods import (
    Division,
    consecutive,
    describe,
    divide,
    snake,
)
from games.tournaments.pair.round_robin import berger
from games.tournaments.pair.seats import seat_duel, seat_entries
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.pair.swiss import NoPairingError, pair_swiss
from games.tournaments.rank.points import UNIT

MOST_TRIED = 100
"""The most kept-apart pairs to try when looking for one whose permission would be enough."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The tables of a round and its byes; for the first round of a top cut, also its seeds."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    seeds: tuple[int, ...] = ()


def propose(state: State, number: int) -> Proposal:
    """Return the tables of round `number`, of teams before it is published.

    Raises TournamentRefusal if none can be made.
    """
    state = contest(state, number)
    if number == cut_from(state):
        return _cut(state, number)
    stage = stage_of(state)
    if stage is not None:
        return _elimination(state, stage, number)
    if state.config.format == "round_robin":
        return round_robin(state, number)
    field = _in_order(state, number)
    if len(field) < min(state.config.size_rule.allowed):
        refuse("too_few", least=min(state.config.size_rule.allowed))
    if state.config.format == "swiss":
        return _swiss(state, number, field)
    return _in_groups(state, number, field) if state.config.groups else _pods(state, number, field)


def _in_groups(state: State, number: int, field: list[Contender]) -> Proposal:
    """Divide every group into tables by itself; a group that is too small for one has byes."""
    groups: dict[int, list[Contender]] = {}
    for one in field:
        groups.setdefault(group_of(state, one.entry), []).append(one)
    tables: list[Table] = []
    byes: list[int] = []
    for _, own in sorted(groups.items()):
        if len(own) < min(state.config.size_rule.allowed):
            byes += [one.entry for one in own]
            continue
        made = _pods(state, number, own)
        tables += [replace(one, number=len(tables) + one.number) for one in made.tables]
        byes += made.byes
    return Proposal(tuple(tables), tuple(byes))


def _in_order(state: State, number: int) -> list[Contender]:
    """Return the field in order of the standings; in round 1 by seed or at random."""
    field = contenders(state, number)
    if number == 1 and state.config.first_round == "random":
        return Stream(state.lots, 1, "order").shuffled(field)
    return field


def _swiss(state: State, number: int, field: list[Contender]) -> Proposal:
    """Pair tables of two by exact matching."""
    met = meetings(state, number)
    try:
        found = pair_swiss(field, met, max(state.planned, number))
    except NoPairingError as error:
        blocked = error.blocked
        _refuse_for_pairs(field, met, blocked if len(blocked) == 2 else None, blocked)
    byes = () if found.bye is None else (found.bye,)
    return Proposal(seated_duels(state, number, found.pairs), byes)


def _refuse_for_pairs(
    field: Sequence[Contender],
    met: Meetings,
    helps: Sequence[int] | None,
    blocked: Sequence[int] = (),
) -> NoReturn:
    """Refuse a round that the kept-apart pairs make impossible, and say what would help.

    `helps` is a pair whose permission alone would be enough.
    """
    if helps is not None:
        one, other = map(asked.ref, sorted(helps))
        refuse("no_pairing", helps, entry=one, other=other)
    refuse("too_many_apart", blocked, pairs=len(_pairs_in(field, met)))


def _pairs_in(field: Sequence[Contender], met: Meetings) -> list[Pair]:
    """Return the forbidden pairs of the field."""
    there = {one.entry for one in field}
    return sorted(pair for pair in met.forbidden if there.issuperset(pair))


def seated_duels(
    state: State, number: int, pairs: Sequence[tuple[int, int]], first: int = 1
) -> tuple[Table, ...]:
    """Return tables of two, numbered in order; the higher in the standings is named first."""
    history = seats_so_far(state, number)
    return tuple(Table(at, seat_duel(*pair, history, at)) for at, pair in enumerate(pairs, first))


def _pods(state: State, number: int, field: list[Contender]) -> Proposal:
    """Divide the field into larger tables."""
    planned = scheduled(state, number, [one.entry for one in field])
    if planned is not None:
        index = {one.entry: at for at, one in enumerate(field)}
        tables = [[index[entry] for entry in table] for table in planned]
        return Proposal(_seated(state, number, describe(field, tables, meetings(state, number))))
    met = meetings(state, number)
    rule = state.config.size_rule
    found = _sizes(field, met, rule)
    if found is None:
        _refuse_for_pairs(field, met, _one_that_helps(field, met, rule))
    sizes, byes = found
    playing = [one for one in field if one.entry not in byes]
    return Proposal(_seated(state, number, _divided(state, number, playing, sizes)), tuple(byes))


def _sizes(
    field: Sequence[Contender], met: Meetings, rule: SizeRule
) -> tuple[tuple[int, ...], list[int]] | None:
    """Return the table sizes and the entries with byes, or None if no legal tables exist."""
    index = {one.entry: at for at, one in enumerate(field)}
    order = bye_order(field)
    found = sizes_apart([index[entry] for entry in order], rule, foes_of(field, met))
    if found is None:
        return None
    sizes, resting = found
    return sizes, [entry for entry in order if index[entry] in resting]


def _one_that_helps(field: Sequence[Contender], met: Meetings, rule: SizeRule) -> Pair | None:
    """Return a pair whose permission alone would make a table legal, if there is one."""
    for pair in _pairs_in(field, met)[:MOST_TRIED]:
        fewer = Meetings(forbidden=met.forbidden - {pair})
        if can_seat(len(field), rule, foes_of(field, fewer)):
            return pair
    return None


def _divided(state: State, number: int, field: list[Contender], sizes: Sequence[int]) -> Division:
    """Return the division into tables: by search, or strictly by the standings at the end."""
    config = state.config
    met = meetings(state, number)
    if config.last_round_by_standings and number == state.planned and number > 1:
        return _strictly(field, sizes, met, key=(config.seed, number))
    start = None
    if number == 1 and config.first_round == "seed":
        start = snake(len(field), sizes)
    apart = config.clubs_apart and number == 1
    return divide(field, sizes, met, key=(state.lots, number), apart=apart, start=start)


def _strictly(
    field: Sequence[Contender], sizes: Sequence[int], met: Meetings, *, key: Sequence[str | int]
) -> Division:
    """Cut the standings into tables, deviating only as far as forbidden pairs require.

    This minimises the sum of squared distances in the standings between tablemates.
    """
    made = describe(field, consecutive(range(len(field)), sizes), met)
    if not made.barred:
        return made
    index = {one.entry: at for at, one in enumerate(field)}
    placed = [Contender(one.entry, points=-at * UNIT) for at, one in enumerate(field)]
    near = divide(placed, sizes, Meetings(forbidden=met.forbidden), key=key)
    return describe(field, [[index[one] for one in table] for table in near.tables], met)


def scheduled(state: State, number: int, field: Sequence[int]) -> list[list[int]] | None:
    """Return the fixed schedule's tables for a round, or None if it cannot be used.

    A missing entry leaves a gap; a late entry fills one, or sits at the smallest table. If a table
    would become too small or too large, or bring together entries that must be kept apart, the
    round is divided afresh.
    """
    if not 1 <= number <= len(state.schedule):
        return None
    by_seed = {one.seed: one.number for one in state.listed()}
    tables = [
        [by_seed[seed] for seed in table if by_seed[seed] in field]
        for table in state.schedule[number - 1]
    ]
    seated = {entry for table in tables for entry in table}
    for entry in field:
        if entry not in seated:
            free = [table for table in tables if not _barred(state, [*table, entry])]
            min(free or tables, key=len).append(entry)
    sizes = state.config.size_rule.allowed
    if any(len(table) not in sizes or _barred(state, table) for table in tables):
        return None
    return tables


def _barred(state: State, table: Sequence[int]) -> bool:
    """Say whether a table brings together entries that must be kept apart."""
    return not state.forbidden.isdisjoint(combinations(sorted(table), 2))


def _seated(state: State, number: int, division: Division) -> tuple[Table, ...]:
    """Return the tables of a division with every entry assigned a seat."""
    if state.config.format == "partners":
        return _partnered(state, number, division)
    history = seats_so_far(state, number)
    tables = []
    for at, entries in enumerate(division.tables, 1):
        tables.append(Table(at, seat_entries(entries, history, at)))
    return tuple(tables)


def _partnered(state: State, number: int, division: Division) -> tuple[Table, ...]:
    """Return tables of two against two, partners opposite each other."""
    history = sides_so_far(state, number)
    seats = seats_so_far(state, number)
    strength = {one.number: one.strength or 0 for one in state.listed()}
    tables = []
    for at, entries in enumerate(division.tables, 1):
        sides = choose_sides(entries, history, strength)
        tables.append(table_of_partners(at, seats_of_sides(sides, seats)))
    return tuple(tables)


def table_of_partners(number: int, seats: Sequence[int]) -> Table:
    """Return a table of two against two; entries sitting opposite each other are partners."""
    return Table(number, tuple(seats), ((seats[0], seats[2]), (seats[1], seats[3])))


def round_robin(state: State, number: int) -> Proposal:
    """Return a round of Berger's table; absent entries are marked as missing."""
    tables: list[Table] = []
    byes: list[int] = []
    for seeds in grouped(state, [one.number for one in state.listed()]):
        rounds = berger(len(seeds), state.config.cycles)
        if number > len(rounds):  # a smaller group is done
            byes += [one for one in seeds if state.entries[one].active(number)]
            continue
        planned = rounds[number - 1]
        for pair in planned.pairs:
            seats = (seeds[pair[0] - 1], seeds[pair[1] - 1])
            gone = frozenset(one for one in seats if not state.entries[one].active(number))
            tables.append(Table(len(tables) + 1, seats, absent=gone))
        byes += [] if planned.bye is None else [seeds[planned.bye - 1]]
    return Proposal(tuple(tables), tuple(byes))


def _cut(state: State, number: int) -> Proposal:
    """Return the first round of a top cut, drawn from the top of the current standings."""
    seeds = going_on(state)
    return replace(_elimination(state, Stage(number, seeds), number), seeds=seeds)


def _elimination(state: State, stage: Stage, number: int) -> Proposal:
    """Return the next round of the stage; an entry without an opponent advances alone.

    At larger tables seats are chosen in seed order: the highest seed gets the first seat.
    """
    ties = ties_of(replace(state, rounds=state.rounds[: number - 1]), stage, number)
    byes = tuple(tie.entries[0] for tie in ties if tie.bye)
    if state.config.elimination == "tables":
        seated = [tie.entries for tie in ties if not tie.bye]
        return Proposal(tuple(Table(at, seats) for at, seats in enumerate(seated, 1)), byes)
    pairs = [sorted(tie.entries, key=stage.ranks.__getitem__) for tie in ties]
    duels = [(pair[0], pair[1]) for pair in pairs if len(pair) == 2]
    return Proposal(seated_duels(state, number, duels), byes)
