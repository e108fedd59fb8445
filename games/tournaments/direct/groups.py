"""Groups within an event: who is in which, and the order in which they go on to its final stage.

Seeds are dealt into groups in a snake, so late entries have a group, too. Groups play by
themselves; equal places of different groups are equal. Spec: tournaments 3.5, 3.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.tournaments.direct.state import State
from games.tournaments.pair.cross import Qualified, cross_seeded
from games.tournaments.rank.ranking import Row


def group_of(state: State, entry: int) -> int:
    """Return the group of an entry that has a seed, from 0; 0 if there are no groups."""
    count = max(1, state.config.groups)
    turn, at = divmod(state.entries[entry].seed - 1, count)
    return count - 1 - at if turn % 2 else at


def grouped(state: State, entries: Sequence[int]) -> list[list[int]]:
    """Return the entries by group, each in the order given; one list if there are no groups."""
    found: list[list[int]] = [[] for _ in range(max(1, state.config.groups))]
    for entry in entries:
        found[group_of(state, entry)].append(entry)
    return found


def letter(group: int) -> str:
    """Return the name of a group."""
    return chr(ord("A") + group)


def merged(groups: Sequence[Sequence[Row]]) -> list[Row]:
    """Return the standings of all groups as one: equal places of different groups are equal."""
    rows = sorted((row for rows in groups for row in rows), key=lambda row: row.place)
    places = [row.place for row in rows]
    return [replace(row, place=1 + places.index(row.place)) for row in rows]


def first_of_groups(state: State, order: Sequence[int]) -> tuple[int, ...]:
    """Return who goes on, by their seeds in the final stage: the first of every group.

    As many of each; those of one group meet again as late as possible.
    """
    most = state.config.cut // state.config.groups
    came = [
        Qualified(entry, letter(at), rank)
        for at, own in enumerate(grouped(state, order))
        for rank, entry in enumerate(own[:most], 1)
    ]
    return tuple(cross_seeded(came, len(came)))
