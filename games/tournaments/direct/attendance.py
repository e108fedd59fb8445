"""Who came to their assigned tables, and who did not.

Spec: tournaments 3.2 (no-shows), 5. A round counts as missed if a player was recorded as missing at
a published table: by a no-show, a forfeit, a ruling, or by leaving in the middle of the round. A
player who left before the round was made, or was excluded in it, has not missed it.
"""

from __future__ import annotations

from games.tournaments.direct.actions import Action
from games.tournaments.direct.fold import KINDS
from games.tournaments.direct.state import State

Attended = dict[tuple[int, int], bool]


def attended(state: State) -> Attended:
    """Return, by (player, round), whether the player played it or is missing there.

    Nobody misses a round of an arena: absent players rest until they come back.
    """
    found: Attended = {}
    for held in state.rounds if state.config.format != "arena" else ():
        for table in held.tables:
            played = () if table.result is None else table.result.outcomes
            for entry in table.seats:
                if entry in played or (entry in table.absent and entry not in table.moved):
                    for player in state.entries[entry].players:
                        found[player, held.number] = entry in played
    return found


def changes(before: State, action: Action, after: State) -> dict[tuple[int, int], bool | None]:
    """Return what an action changed, by (player, round): came, missed, or None for neither now."""
    was, now = attended(before), attended(after)
    changed = {key: now.get(key) for key in was | now if was.get(key) != now.get(key)}
    return {
        key: came
        for key, came in changed.items()
        if key[0] > 0 and (came is not False or KINDS[action.kind].misses)
    }
