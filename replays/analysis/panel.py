"""The analysis beside a replay: the curve, its swings, and the better bot's choice at this ply.

Only for finished matches, and only for visitors who asked to see what lies ahead: every figure
is a spoiler.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.codec import decode_event
from games.engine.viewer import Viewer
from games.matches.labels import bot_title
from games.matches.models import Match
from replays.address import Address, Eyes
from replays.analysis import plan, reckon
from replays.analysis.curve import Curve, curve_of
from replays.lines import told
from replays.models import AnalysedPly, Analysis
from replays.timeline import Timeline

MOST_TOLD = 6


@dataclass(frozen=True)
class Chance:
    """A seat's winning chance in percent, and its standard error."""

    seat: int
    name: str
    percent: int
    error: int


def analysis_panel(
    match: Match, timeline: Timeline, address: Address, eyes: Eyes
) -> dict[str, Any] | None:
    """Return the context of the panel at a position, or None if nobody asked for an analysis."""
    analysis = Analysis.objects.filter(match=match).first()
    if analysis is None or analysis.kind != Analysis.Kind.ASKED:
        return None
    rows = list(analysis.plies.all())
    points = reckon.points_of(rows)
    swings = plan.swings(points) if analysis.state == Analysis.State.DONE else []
    counts = [point.rollouts for point in points[:-1]] or [0]
    here = min(points, key=lambda point: abs(point.ply - address.ply), default=None)
    rules, names_at = timeline.rules, timeline.holders.at
    names = names_at(address.ply)
    return {
        "state": analysis.state,
        "progress": analysis.progress,
        "rollouts": (min(counts), max(counts)),
        "curve": _curve(points, swings, timeline, address, eyes),
        "here": _chances(here, names) if here else [],
        "here_ply": here.ply if here else 0,
        "rows": [
            {"url": address.at(ply=one.ply), "ply": one.ply, "chances": _chances(one, names)}
            for one in points
        ],
        "swings": [_swing(one, address, names_at(one.after.ply)) for one in swings],
        "made": _made(timeline, rows, address.ply, eyes.viewer),
        "quick": bot_title(match.game, rules.playout_bot.level),
        "better": bot_title(match.game, reckon.better_bot(rules).level),
        "deals_anew": rules.hiding is not None,
    }


def _curve(
    points: Sequence[plan.Point],
    swings: Sequence[plan.Swing],
    timeline: Timeline,
    address: Address,
    eyes: Eyes,
) -> Curve | None:
    """Return the drawing, or None while there is too little to draw."""
    if len(points) < 2:
        return None
    return curve_of(
        points,
        swings,
        last=timeline.last,
        ply=address.ply,
        seat=eyes.seat,
        address=lambda ply: address.at(ply=ply),
    )


def _chances(point: plan.Point, names: Sequence[str]) -> list[Chance]:
    return [
        Chance(seat, name, round(100 * point.chance(seat)), round(100 * point.error(seat)))
        for seat, name in enumerate(names)
    ]


def _swing(swing: plan.Swing, address: Address, names: Sequence[str]) -> dict[str, Any]:
    """Return one swing with the address of its ply."""
    before, after = swing.before, swing.after
    return {
        "url": address.at(ply=after.ply),
        "ply": after.ply,
        "name": names[swing.seat],
        "before": round(100 * before.chance(swing.seat)),
        "after": round(100 * after.chance(swing.seat)),
        "is_here": after.ply == address.ply,
    }


def _made(
    timeline: Timeline, rows: list[AnalysedPly], ply: int, viewer: Viewer
) -> dict[str, Any] | None:
    """Return the action that led to `ply` beside the better bot's, as `viewer` sees both."""
    row = next((row for row in rows if row.ply == ply), None)
    seat = timeline.plies[ply].facts.seat
    if row is None or row.choice is None or seat is None:
        return None
    events = [decode_event(timeline.rules, *event) for event in row.choice]
    done = timeline.plies[ply].facts.events
    line, bots_line = (told(timeline, ply, each, viewer, 1) for each in (done, events))
    if line == bots_line and not row.same:  # same first line but different events: show more
        line, bots_line = (told(timeline, ply, each, viewer, MOST_TOLD) for each in (done, events))
    return {
        "name": timeline.holders.at(ply)[seat],
        "bot": bot_title(timeline.rules.meta.key, reckon.better_bot(timeline.rules).level),
        "line": line,
        "bots_line": bots_line,
        "same": row.same,
    }
