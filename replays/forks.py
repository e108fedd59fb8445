"""Where a finished match can be played on: what the page offers and the service holds to."""

from __future__ import annotations

from games.engine.match import still_in
from replays.timeline import Timeline


def seats_to_play_on(timeline: Timeline, ply: int) -> list[int]:
    """Return the seats that have a part in what comes after a ply, if it can be dealt anew."""
    rules, state = timeline.rules, timeline.plies[ply].state
    if rules.hidden is None:
        return []
    return [seat for seat in range(len(timeline.seats)) if still_in(rules, state, seat)]
