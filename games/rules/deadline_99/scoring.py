"""Decide when a match is over, and who won. Pure.

Spec: deadline_99, "End"; record format, "Resigning" and "Result".
"""

from __future__ import annotations

from games.rules.deadline_99.course import Course
from games.rules.deadline_99.events import MatchEnded, RoleRevealed
from games.rules.deadline_99.roles import FACTION_OF, KINGS, OTHER_FACTION

Ending = list[MatchEnded | RoleRevealed]


def ending_after_elimination(course: Course, resigned: bool) -> Ending:
    """Return the closing events if the last elimination ended the match, else none.

    `resigned` means that the seat went out by resigning.
    """
    if course.roles is None:
        if sum(course.alive) > 1:
            return []
        reason = "resignation" if resigned else "last_survivor"
        return [MatchEnded(reason, classic_ranks(course), None)]
    fallen = KINGS.get(course.roles[course.eliminated[-1]] or "")
    if fallen is None:
        return []
    reason = "resignation" if resigned else "king_eliminated"
    faction = OTHER_FACTION[fallen]
    return [*_revelations(course), MatchEnded(reason, _faction_ranks(course, faction), faction)]


def ending_by_cap(course: Course) -> Ending:
    """Return the closing events once the limit of plays is reached."""
    ranks = classic_ranks(course) if course.roles is None else (1,) * len(course.alive)
    return [*_revelations(course), MatchEnded("cap", ranks, None)]


def classic_ranks(course: Course) -> tuple[int, ...]:
    """Return the ranks: seats still in share 1, the others follow in reverse elimination order."""
    ranks = [1] * len(course.alive)
    for rank, seat in enumerate(reversed(course.eliminated), sum(course.alive) + 1):
        ranks[seat] = rank
    return tuple(ranks)


def _faction_ranks(course: Course, faction: str) -> tuple[int, ...]:
    """Return 1 for the winning faction and the free agents still in, else 2."""
    roles = course.roles or ()
    return tuple(
        1 if FACTION_OF[role or ""] == faction or (FACTION_OF[role or ""] is None and alive) else 2
        for role, alive in zip(roles, course.alive, strict=True)
    )


def _revelations(course: Course) -> list[RoleRevealed]:
    """Return the events that reveal the secret roles at the end."""
    return [
        RoleRevealed(seat, role)
        for seat, role in enumerate(course.roles or ())
        if role is not None and role not in KINGS
    ]
