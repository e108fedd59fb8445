"""What the console offers for entering people."""

from __future__ import annotations

from games.tournaments.direct.config import DUEL_FORMATS, ELIMINATIONS
from games.tournaments.direct.kinds.course import BEFORE_START
from games.tournaments.direct.kinds.late import takes_late_entries
from games.tournaments.direct.state import State


def enters_by(state: State) -> str:
    """Return the kind of action by which a director enters somebody now; empty if there is none."""
    if state.phase in BEFORE_START:
        return "register"
    if state.config.format == "arena":
        return "join" if state.phase == "running" else ""
    late = state.phase == "running" and takes_late_entries(state, max(1, len(state.rounds)))
    return "late_entry" if late else ""


def bots_to_fill(state: State) -> int:
    """Return how many bots make full tables of the entries: none with a bye, none too small.

    A single knockout of duels is filled to a power of two.
    """
    count = sum(not one.is_team for one in state.with_status("registered"))
    size = state.config.size_rule.preferred
    whole = max(1, -(-count // size)) * size
    if state.config.format in DUEL_FORMATS & ELIMINATIONS.keys() and not state.config.boards:
        whole = 1 << max(1, (count - 1).bit_length())
    return max(0, min(whole, state.config.places) - count)
