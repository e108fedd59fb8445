"""What a viewer reads about an action's events, as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.engine.contract import Event
from games.engine.viewer import Viewer
from games.matches.phrases import phrase_html
from replays.timeline import Timeline


def told(
    timeline: Timeline, ply: int, events: Sequence[Event], viewer: Viewer, most: int
) -> SafeString | None:
    """Return the first lines that `viewer` may read about an action's events, None for none."""
    seen = [phrase for event in events if (phrase := event.seen_by(viewer)) is not None]
    names = timeline.holders.at(ply)
    lines = [(phrase_html(phrase, timeline.rules, names),) for phrase in seen[:most]]
    return format_html_join(" ", "{}", lines) if lines else None
