"""A ladder's state: its members' ratings after some matches, at a season's start, and as JSON.

Snapshots are taken every 1000 matches, and replays start from them; a nightly replay
is compared within 1e-5 (spec: tournaments 1.5, 1.6). Pure: imports no Django,
random, time, datetime, os or secrets; times are UTC seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from games.ratings.algorithm import WLBT, Rating, stored
from games.ratings.bound import Couple, Pair, carried

SNAPSHOT_EVERY = 1000
TOLERANCE = 1e-5
SEASON_KEPT = 0.8
SEASON_ADDED_VARIANCE = 16


class SideMember(NamedTuple):
    """The virtual member of a side: keyed by side code and table size."""

    side: str
    players: int


Member = int | SideMember


class PlayerState(NamedTuple):
    """One player's (or side member's) state in a ladder."""

    mu: float
    sigma: float
    matches: int = 0
    last_match: float | None = None

    @property
    def rating(self) -> Rating:
        """Return the stored rating, without uncertainty growth since then."""
        return Rating(self.mu, self.sigma)


@dataclass(frozen=True, slots=True)
class LadderState:
    """A ladder's state after some matches; `last` is the newest match's sort order.

    `pairs` hold what opponents have brought each other.
    """

    members: Mapping[Member, PlayerState] = field(default_factory=dict)
    last: tuple[float, str] | None = None
    pairs: Mapping[Couple, Pair] = field(default_factory=dict)


def season_start(previous: LadderState) -> LadderState:
    """Return the initial state of the next season's ladder.

    Everybody moves a fifth of the way back to the mean and becomes less
    certain; match counts and last matches are reset. What opponents brought
    each other shrinks likewise.
    """

    def restarted(state: PlayerState) -> PlayerState:
        mu = WLBT.mu0 + SEASON_KEPT * (state.mu - WLBT.mu0)
        sigma = min(WLBT.sigma0, sqrt(state.sigma * state.sigma + SEASON_ADDED_VARIANCE))
        return PlayerState(*stored(Rating(mu, sigma)))

    members = {member: restarted(state) for member, state in previous.members.items()}
    return LadderState(members, pairs=carried(previous.pairs, SEASON_KEPT))


def dump_state(state: LadderState) -> dict[str, Any]:
    """Return the state as JSON types; `load_state` restores an equal state."""
    players, sides = [], []
    for member, row in state.members.items():
        if isinstance(member, SideMember):
            sides.append([*member, *row])
        else:
            players.append([member, *row])
    return {
        "players": sorted(players, key=lambda row: row[0]),
        "sides": sorted(sides, key=lambda row: row[:2]),
        "last": None if state.last is None else list(state.last),
        "pairs": sorted([*couple, *pair] for couple, pair in state.pairs.items()),
    }


def load_state(data: Mapping[str, Any]) -> LadderState:
    """Return the state that `dump_state` wrote."""
    members: dict[Member, PlayerState] = {row[0]: PlayerState(*row[1:]) for row in data["players"]}
    for side, players, *row in data["sides"]:
        members[SideMember(side, players)] = PlayerState(*row)
    last = data["last"]
    pairs = {(one, other): Pair(*rest) for one, other, *rest in data.get("pairs", ())}
    return LadderState(members, None if last is None else (last[0], last[1]), pairs)


def differences(kept: LadderState, replayed: LadderState) -> list[Member | Couple]:
    """Return the members, and pairs of opponents, whose cached state differs from a replay's."""
    members = [
        member
        for member in {**kept.members, **replayed.members}
        if not _agree(kept.members.get(member), replayed.members.get(member))
    ]
    pairs = [
        couple
        for couple in {**kept.pairs, **replayed.pairs}
        if not _agree_on(kept.pairs.get(couple), replayed.pairs.get(couple))
    ]
    return [*members, *pairs]


def _agree_on(one: Pair | None, other: Pair | None) -> bool:
    """Tell whether two pairs are equal, with a tolerance for what was brought."""
    if one is None or other is None:
        return False
    return one.at == other.at and all(
        abs(a - b) <= TOLERANCE for a, b in zip(one[:2], other[:2], strict=True)
    )


def _agree(one: PlayerState | None, other: PlayerState | None) -> bool:
    """Tell whether two states are equal, with a tolerance for mu and sigma."""
    if one is None or other is None:
        return False
    return (
        abs(one.mu - other.mu) <= TOLERANCE
        and abs(one.sigma - other.sigma) <= TOLERANCE
        and one[2:] == other[2:]
    )
