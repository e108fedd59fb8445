"""Decide when a match is over, and who won. Pure.

Spec: deadline_99, "End"; record format, "Resigning" and "Result".
"""

from __future__ import annotations

from games.rules.deadline_99.draft import Draft
from games.rules.deadline_99.events import MatchEnded, RoleRevealed
from games.rules.deadline_99.roles import FACTION_OF, KINGS, OTHER_FACTION

Ending = list[MatchEnded | RoleRevealed]


def ending_after_elimination(draft: Draft, resigned: bool) -> Ending:
    """Return the closing events if the last elimination ended the match, else none.

    `resigned` means that the seat went out by resigning.
    """
    if draft.roles is None:
        if sum(draft.alive) > 1:
            return []
        reason = "resignation" if resigned else "last_survivor"
        return [MatchEnded(reason, classic_ranks(draft), None)]
    fallen = KINGS.get(draft.roles[draft.eliminated[-1]] or "")
    if fallen is None:
        return []
    reason = "resignation" if resigned else "king_eliminated"
    faction = OTHER_FACTION[fallen]
    return [*_revelations(draft), MatchEnded(reason, _faction_ranks(draft, faction), faction)]


def ending_by_cap(draft: Draft) -> Ending:
    """Return the closing events once the limit of plays is reached."""
    ranks = classic_ranks(draft) if draft.roles is None else (1,) * len(draft.alive)
    return [*_revelations(draft), MatchEnded("cap", ranks, None)]


def classic_ranks(draft: Draft) -> tuple[int, ...]:
    """Return the ranks: seats still in share 1, the others follow in reverse elimination order."""
    ranks = [1] * len(draft.alive)
    for rank, seat in enumerate(reversed(draft.eliminated), sum(draft.alive) + 1):
        ranks[seat] = rank
    return tuple(ranks)


def _faction_ranks(draft: Draft, faction: str) -> tuple[int, ...]:
    """Return 1 for the winning faction and the free agents still in, else 2."""
    roles = draft.roles or ()
    return tuple(
        1 if FACTION_OF[role or ""] == faction or (FACTION_OF[role or ""] is None and alive) else 2
        for role, alive in zip(roles, draft.alive, strict=True)
    )


def _revelations(draft: Draft) -> list[RoleRevealed]:
    """Return the events that reveal the secret roles at the end."""
    return [
        RoleRevealed(seat, role)
        for seat, role in enumerate(draft.roles or ())
        if role is not None and role not in KINGS
    ]
