"""Serialise a ladder's state as JSON, for snapshots that replays start from.

Spec: tournaments 1.6 (one every 1000 matches and at season ends; a nightly
replay is compared within 1e-5). Pure: imports no Django, random, time,
datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.ratings.replay import LadderState, Member, PlayerState, SideMember

SNAPSHOT_EVERY = 1000
TOLERANCE = 1e-5


def dump_state(state: LadderState) -> dict[str, Any]:
    """Return the state as JSON types; `load_state` restores an equal state."""
    players = [
        [member, *row]
        for member, row in state.members.items()
        if not isinstance(member, SideMember)
    ]
    sides = [
        [*member, *row] for member, row in state.members.items() if isinstance(member, SideMember)
    ]
    return {
        "players": sorted(players, key=lambda row: row[0]),
        "sides": sorted(sides, key=lambda row: row[:2]),
        "last": None if state.last is None else list(state.last),
    }


def load_state(data: Mapping[str, Any]) -> LadderState:
    """Return the state that `dump_state` wrote."""
    members: dict[Member, PlayerState] = {row[0]: PlayerState(*row[1:]) for row in data["players"]}
    for side, players, *row in data["sides"]:
        members[SideMember(side, players)] = PlayerState(*row)
    last = data["last"]
    return LadderState(members, None if last is None else (last[0], last[1]))


def differences(
    kept: LadderState, replayed: LadderState, tolerance: float = TOLERANCE
) -> list[Member]:
    """Return the members whose cached state differs from a replay's (1.6)."""
    names = [*kept.members, *(one for one in replayed.members if one not in kept.members)]
    return [
        member
        for member in names
        if not _agree(kept.members.get(member), replayed.members.get(member), tolerance)
    ]


def _agree(one: PlayerState | None, other: PlayerState | None, tolerance: float) -> bool:
    """Tell whether two states are equal, with a tolerance for mu and sigma."""
    if one is None or other is None:
        return False
    return (
        abs(one.mu - other.mu) <= tolerance
        and abs(one.sigma - other.sigma) <= tolerance
        and one[2:] == other[2:]
    )
