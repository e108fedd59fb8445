"""Where a finished match can be played on: offered by the page, enforced by the service."""

from __future__ import annotations

from games.engine.match import still_in
from replays.timeline import Timeline


def seats_to_play_on(timeline: Timeline, ply: int) -> list[int]:
    """Return the seats that still play after a ply, if what is hidden can be dealt again."""
    rules, state = timeline.rules, timeline.plies[ply].state
    if rules.hidden is None:
        return []
    return [seat for seat in range(len(timeline.seats)) if still_in(rules, state, seat)]
