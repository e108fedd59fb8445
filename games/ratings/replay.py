"""Compute ratings from the log, one match at a time or all at once.

Ratings are a cache, rebuilt here as a pure function of the log and constants.
Spec: tournaments 1.4 (step 1, side members), 1.6. Imports no Django, random,
time, datetime, os or secrets; times are UTC seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from operator import itemgetter
from typing import NamedTuple

from games.ratings.algorithm import WLBT, Constants, Rating, new_side, newcomer, stored, update
from games.ratings.bound import BOUND_SINCE, Couple, Pair, Weigher
from games.ratings.display import sigma_now
from games.ratings.log import LogRow, current_rows
from games.ratings.state import LadderState, Member, PlayerState, SideMember


class Entry(NamedTuple):
    """One match's effect on one member: the stored ratings before and after."""

    match: str
    member: Member
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """A ladder's state and every entry that led to it, in order."""

    state: LadderState
    entries: list[Entry]


class NotNewestError(ValueError):
    """The match is older than the ladder's newest one, so replay instead."""


def replay(
    rows: Iterable[LogRow],
    *,
    start: LadderState | None = None,
    upto: float | None = None,
    constants: Constants = WLBT,
) -> ReplayResult:
    """Return the ladder after all matches of the log that count (1.6).

    `rows` are the ladder's rows, corrections included. `start` is a snapshot
    or a season's start; only newer matches are replayed. `upto` excludes
    matches finished later.
    """
    start = start or LadderState()
    members, pairs = dict(start.members), dict(start.pairs)
    last = start.last
    entries: list[Entry] = []
    for row in current_rows(rows):
        if upto is not None and row.finished_at > upto:
            break
        if last is None or row.order > last:
            entries.extend(_rate(members, pairs, row, constants))
            last = row.order
    return ReplayResult(LadderState(members, last, pairs), entries)


def append(state: LadderState, row: LogRow, *, constants: Constants = WLBT) -> ReplayResult:
    """Return the ladder after one more match, which must be its newest (1.6, normal path).

    Raises NotNewestError when the ladder already holds this match or a later one.
    """
    if state.last is not None and row.order <= state.last:
        raise NotNewestError(f"match {row.match} is not newer than {state.last[1]}")
    return replay([row], start=state, constants=constants)


class LinedTeam(NamedTuple):
    """A team entering a match: its members in order, and their grown ratings."""

    first: int
    members: tuple[Member, ...]
    rank: int
    states: list[PlayerState]
    ready: list[Rating]


def line_up(
    members: Mapping[Member, PlayerState], row: LogRow, constants: Constants = WLBT
) -> list[LinedTeam]:
    """Return the teams of a match, ordered by lowest player id (1.4, step 5)."""
    players = sum([len(team.members) for team in row.teams])
    lined: list[LinedTeam] = []
    for team in row.teams:
        own: tuple[Member, ...] = tuple(sorted(team.members))
        if row.kind == "group" and team.side is not None:
            own = (*own, SideMember(team.side, players))
        states = [members.get(one) or _beginner(one, constants) for one in own]
        ready = [_grown(state, row.finished_at, constants) for state in states]
        lined.append(LinedTeam(min(team.members), own, team.rank, states, ready))
    return sorted(lined, key=itemgetter(0))


def _rate(
    members: dict[Member, PlayerState],
    pairs: dict[Couple, Pair],
    row: LogRow,
    constants: Constants,
) -> list[Entry]:
    """Rate one match into `members` and `pairs`, and return its entries, one a member."""
    teams = line_up(members, row, constants)
    after = update(
        [team.ready for team in teams],
        [team.rank for team in teams],
        row.kind,
        constants,
        _weigher(pairs, teams, row, constants) if row.version >= BOUND_SINCE else None,
    )
    learned: dict[Member, tuple[PlayerState, Rating, list[Rating]]] = {}
    for team, news in zip(teams, after, strict=True):
        for one, state, old, new in zip(team.members, team.states, team.ready, news, strict=True):
            learned.setdefault(one, (state, old, []))[2].append(new)
    entries = []
    for member, (state, old, ratings) in learned.items():
        kept = stored(_merged(old, ratings, constants))
        members[member] = PlayerState(kept.mu, kept.sigma, state.matches + 1, row.finished_at)
        entries.append(Entry(row.match, member, state.rating, kept))
    return entries


def _weigher(
    pairs: dict[Couple, Pair], teams: list[LinedTeam], row: LogRow, constants: Constants
) -> Weigher:
    """Return what bounds this match: its people, at the variance with which they enter it."""
    tau2 = constants.tau * constants.tau
    people = [
        [
            (member, ready.sigma * ready.sigma + tau2)
            for member, ready in zip(team.members, team.ready, strict=True)
            if isinstance(member, int)
        ]
        for team in teams
    ]
    has_side = any(len(own) < len(team.members) for own, team in zip(people, teams, strict=True))
    return Weigher(pairs, people, row.finished_at, has_side)


def _beginner(member: Member, constants: Constants) -> PlayerState:
    """Return the state of a member new to the ladder."""
    is_side = isinstance(member, SideMember)
    return PlayerState(*(new_side(constants) if is_side else newcomer(constants)))


def _grown(state: PlayerState, at: float, constants: Constants) -> Rating:
    """Return the rating as it enters the match, uncertainty grown (1.4 step 1)."""
    return Rating(state.mu, sigma_now(state.sigma, state.last_match, at, constants))


def _merged(old: Rating, news: list[Rating], constants: Constants) -> Rating:
    """Return one rating for a member; a side member may play in several teams.

    Two independents of one kind share a side member. Its updates from each
    team are summed, as for two opponents in one match.
    """
    if len(news) == 1:
        return news[0]
    s2 = old.sigma * old.sigma + constants.tau * constants.tau
    mu = old.mu + sum([new.mu - old.mu for new in news])
    kept = 1 - sum([1 - new.sigma * new.sigma / s2 for new in news])
    return Rating(mu, sqrt(s2 * max(kept, constants.kappa)))
