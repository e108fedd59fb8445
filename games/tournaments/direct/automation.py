"""The step that is due in an event that runs by itself.

Every step is an ordinary action, judged like a director's. Spec: tournaments 5.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.tournaments.direct.elimination import last_round
from games.tournaments.direct.kinds.next_round import round_to_start
from games.tournaments.direct.kinds.pace import drawable, is_over
from games.tournaments.direct.round import Round
from games.tournaments.direct.state import State

CHECK_IN_SECONDS = 30 * 60
"""How long before the beginning the check-in opens."""


class Due(NamedTuple):
    """A step that is due: a kind of action, and its payload."""

    kind: str
    payload: Mapping[str, Any]


def due_step(state: State, now: int, starts_at: int | None) -> Due | None:
    """Return the step that is due at `now`, if any; times are seconds of the server's clock."""
    if not state.pace.is_automatic:
        return None
    if state.phase in ("registration", "check_in"):
        return _before_start(state, now, starts_at)
    if state.phase != "running":
        return None
    held = state.current
    if held is not None and held.phase == "published":
        return _in_round(state, held, now)
    number = round_to_start(state)
    if number > last_round(state):
        return Due("finish", {})
    return Due("start_round", {"round": number}) if now >= next_round_at(state) else None


def _before_start(state: State, now: int, starts_at: int | None) -> Due | None:
    """Return the opening of the check-in or the start, at their times."""
    if starts_at is None:
        return None
    if state.phase == "registration" and state.config.check_in:
        opens = now >= starts_at - CHECK_IN_SECONDS
        return Due("close_registration", {}) if opens else None
    return Due("start", {}) if now >= starts_at else None


def _in_round(state: State, held: Round, now: int) -> Due | None:
    """Return what is due in a round: to close it, or to draw what is left of it."""
    if held.complete:
        return Due("close_round", {"round": held.number})
    done, rest = sum(table.decided for table in held.tables), drawable(state, held)
    is_enough = state.pace.enough < 100 and 100 * done >= state.pace.enough * len(held.tables)
    if is_enough and rest and all(is_over(held, table, now) for table in rest):
        return Due("draw_rest", {"round": held.number})
    return None


def next_round_at(state: State) -> int:
    """Return when the next round of a running event begins by itself.

    The first one begins at once; a break counts from the end of the round, or from when the event
    was told to run by itself, whichever is later. None begins before its date.
    """
    last = next((one for one in reversed(state.rounds) if one.phase == "closed"), None)
    begins = state.pace.since
    if last is not None:
        begins = max(last.closed_at, begins) + 60 * state.pace.break_minutes
    return max(begins, state.pace.date_of(round_to_start(state)))
