"""When a match is over, and who won. Pure.

Spec: deadline_99, "End"; record format, "Resigning" and "Result".
"""

from __future__ import annotations

from games.rules.deadline_99.events import MatchEnded, RoleRevealed
from games.rules.deadline_99.roles import FACTION_OF, KINGS, OTHER_FACTION
from games.rules.deadline_99.state import State

Ending = list[MatchEnded | RoleRevealed]


def ends_match(state: State, seat: int) -> bool:
    """Tell whether the match is over once this seat, which is still in, goes out."""
    if state.roles is None:
        return sum(state.alive) <= 2
    return state.roles[seat] in KINGS


def ending_after_elimination(state: State, resigned: bool) -> Ending:
    """Return the closing events if the last elimination ended the match, else none.

    `resigned` tells that the seat went out by its own resignation.
    """
    if state.roles is None:
        if sum(state.alive) > 1:
            return []
        reason = "resignation" if resigned else "last_survivor"
        return [MatchEnded(reason, classic_ranks(state), None)]
    fallen = KINGS.get(state.roles[state.eliminated[-1]] or "")
    if fallen is None:
        return []
    reason = "resignation" if resigned else "king_eliminated"
    faction = OTHER_FACTION[fallen]
    return [*_revelations(state), MatchEnded(reason, _faction_ranks(state, faction), faction)]


def ending_by_cap(state: State) -> Ending:
    """Return the closing events if the limit of plays is reached, else none."""
    if state.plays < state.cap:
        return []
    ranks = classic_ranks(state) if state.roles is None else (1,) * len(state.alive)
    return [*_revelations(state), MatchEnded("cap", ranks, None)]


def classic_ranks(state: State) -> tuple[int, ...]:
    """Return the ranks: all still in share 1, the others run backwards through the eliminations."""
    ranks = [1] * len(state.alive)
    for rank, seat in enumerate(reversed(state.eliminated), sum(state.alive) + 1):
        ranks[seat] = rank
    return tuple(ranks)


def _faction_ranks(state: State, faction: str) -> tuple[int, ...]:
    """Return 1 for the winning faction and the free agents still in, else 2."""
    roles = state.roles or ()
    return tuple(
        1 if FACTION_OF[role or ""] == faction or (FACTION_OF[role or ""] is None and alive) else 2
        for role, alive in zip(roles, state.alive, strict=True)
    )


def _revelations(state: State) -> list[RoleRevealed]:
    """Return what everybody learns at the end: the roles that were secret."""
    return [
        RoleRevealed(seat, role)
        for seat, role in enumerate(state.roles or ())
        if role is not None and role not in KINGS
    ]
