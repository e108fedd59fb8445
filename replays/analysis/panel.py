"""The analysis beside a replay: the curve, its swings, and the better bot's choice at this ply.

Only for finished matches, and only for visitors who asked to see what lies ahead: every figure
is a spoiler.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.engine.codec import decode_event
from games.engine.contract import Event
from games.engine.viewer import Viewer
from games.matches.bots import bot_label
from games.matches.models import Match
from games.matches.phrases import phrase_html
from replays.analysis import plan, reckon
from replays.analysis.curve import Curve, curve_of
from replays.eyes import Eyes
from replays.models import AnalysedPly, Analysis
from replays.place import Place
from replays.services.analysis import points_of
from replays.timeline import Timeline

MOST_TOLD = 6


@dataclass(frozen=True)
class Chance:
    """A seat's winning chance in percent, and its standard error."""

    seat: int
    name: str
    percent: int
    error: int


@dataclass(frozen=True)
class SwingLink:
    """One swing with the address of its ply."""

    url: str
    ply: int
    since: int
    name: str
    before: int
    after: int
    is_here: bool


@dataclass(frozen=True)
class Row:
    """One row of the table of figures: a ply with everybody's chances."""

    url: str
    ply: int
    chances: list[Chance]


@dataclass(frozen=True)
class Made:
    """The action taken at this ply, and the one the better bot would have taken."""

    name: str
    bot: str
    line: SafeString | None
    bots_line: SafeString | None
    same: bool


@dataclass(frozen=True)
class Panel:
    """Everything the template shows of an analysis."""

    state: str
    progress: int
    rollouts: tuple[int, int]
    curve: Curve | None
    here: list[Chance]
    here_ply: int
    rows: list[Row]
    swings: list[SwingLink]
    made: Made | None
    quick: str
    better: str
    deals_anew: bool


def analysis_panel(match: Match, timeline: Timeline, place: Place, eyes: Eyes) -> Panel | None:
    """Return the panel at a position, or None if there is no analysis."""
    analysis = Analysis.objects.filter(match=match).first()
    if analysis is None:
        return None
    rows = list(analysis.plies.all())
    points = points_of(rows)
    swings = plan.swings(points) if analysis.state == Analysis.State.DONE else []
    counts = [point.rollouts for point in points[:-1]] or [0]
    here = _nearest(points, place.ply)
    rules = timeline.rules
    return Panel(
        state=analysis.state,
        progress=analysis.progress,
        rollouts=(min(counts), max(counts)),
        curve=_curve(points, swings, timeline, place, eyes),
        here=_chances(here, timeline.seats) if here else [],
        here_ply=here.ply if here else 0,
        rows=[Row(place.at(ply=p.ply), p.ply, _chances(p, timeline.seats)) for p in points],
        swings=[_swing_link(swing, place, timeline.seats) for swing in swings],
        made=_made(timeline, rows, place.ply, eyes.viewer),
        quick=bot_label(reckon.quick_bot(rules)),
        better=bot_label(reckon.better_bot(rules)),
        deals_anew=rules.hidden is not None,
    )


def _curve(
    points: Sequence[plan.Point],
    swings: Sequence[plan.Swing],
    timeline: Timeline,
    place: Place,
    eyes: Eyes,
) -> Curve | None:
    """Return the drawing, or None while there is too little to draw."""
    if len(points) < 2:
        return None
    return curve_of(
        points,
        swings,
        last=timeline.last,
        ply=place.ply,
        seat=eyes.seat,
        address=lambda ply: place.at(ply=ply),
    )


def _nearest(points: Sequence[plan.Point], ply: int) -> plan.Point | None:
    """Return the point nearest to a ply."""
    return min(points, key=lambda point: abs(point.ply - ply), default=None)


def _chances(point: plan.Point, names: Sequence[str]) -> list[Chance]:
    return [
        Chance(seat, name, round(100 * point.chance(seat)), round(100 * point.error(seat)))
        for seat, name in enumerate(names)
    ]


def _swing_link(swing: plan.Swing, place: Place, names: Sequence[str]) -> SwingLink:
    return SwingLink(
        url=place.at(ply=swing.after.ply),
        ply=swing.after.ply,
        since=swing.before.ply,
        name=names[swing.seat],
        before=round(100 * swing.before.chance(swing.seat)),
        after=round(100 * swing.after.chance(swing.seat)),
        is_here=swing.after.ply == place.ply,
    )


def _made(timeline: Timeline, rows: list[AnalysedPly], ply: int, viewer: Viewer) -> Made | None:
    """Return the action that led to `ply` beside the better bot's, as `viewer` sees both."""
    row = next((row for row in rows if row.ply == ply), None)
    seat = timeline.plies[ply].facts.seat
    if row is None or row.choice is None or seat is None:
        return None
    events = [decode_event(timeline.rules, *event) for event in row.choice]
    done = timeline.plies[ply].facts.events
    line, bots_line = (_told(timeline, each, viewer, 1) for each in (done, events))
    if line == bots_line and not row.same:  # same first line but different events: show more
        line, bots_line = (_told(timeline, each, viewer, MOST_TOLD) for each in (done, events))
    return Made(
        name=timeline.seats[seat],
        bot=bot_label(reckon.better_bot(timeline.rules)),
        line=line,
        bots_line=bots_line,
        same=bool(row.same),
    )


def _told(
    timeline: Timeline, events: Sequence[Event], viewer: Viewer, most: int
) -> SafeString | None:
    """Return the first lines that `viewer` may read about an action's events."""
    seen = [phrase for event in events if (phrase := event.seen_by(viewer)) is not None]
    lines = [(phrase_html(phrase, timeline.rules, timeline.seats),) for phrase in seen[:most]]
    return format_html_join(" ", "{}", lines) if lines else None
