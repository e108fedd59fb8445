"""The analysis beside a replay: the curve, its swings, and the better bot's choice at this ply.

Only for finished matches, and only for visitors who asked to see what lies ahead: every figure
is a spoiler.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.engine.codec import decode_event
from games.engine.contract import Event
from games.engine.viewer import Viewer
from games.matches.labels import bot_title
from games.matches.models import Match
from games.matches.phrases import phrase_html
from replays.address import Address, Eyes
from replays.analysis import coach, plan, reckon
from replays.analysis.curve import Curve, curve_of
from replays.models import AnalysedPly, Analysis
from replays.reasons import action_reason
from replays.timeline import Timeline

MOST_TOLD = 6
COACHED = 3
"""The first method of `Analysis` that compares decisions."""


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
        "coach": _coach(rows, timeline, address, eyes) if analysis.method >= COACHED else None,
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


def _coach(
    rows: Sequence[AnalysedPly], timeline: Timeline, address: Address, eyes: Eyes
) -> dict[str, Any]:
    """Return what cost the seat most through whose eyes we look; otherwise, whose there are."""
    compared = {row.ply: row for row in rows if row.compared is not None}
    trials = [
        coach.trial_of(timeline.actors, ply, row.compared["samples"])
        for ply, row in compared.items()
    ]
    seats = sorted({trial.seat for trial in trials})
    if eyes.seat is None:
        return {"eyes": [(address.at(eyes=str(seat)), timeline.seats[seat]) for seat in seats]}
    found = coach.told(one for one in trials if one.seat == eyes.seat)
    return {
        "decisions": [
            _decision(one, compared[one.ply], timeline, address, eyes.viewer) for one in found
        ],
        "has_some": eyes.seat in seats,
    }


def _decision(
    trial: coach.Trial, row: AnalysedPly, timeline: Timeline, address: Address, viewer: Viewer
) -> dict[str, Any]:
    """Return one decision in words and figures, as its seat could judge it and as it truly lay."""
    again, truth = trial.sample(coach.AGAIN), trial.sample(coach.TRUTH)
    bots = [decode_event(timeline.rules, *event) for event in row.choice or ()]
    made = timeline.plies[trial.ply].facts.events
    judge = reckon.better_bot(timeline.rules)
    return {
        "url": address.at(ply=trial.ply - 1),
        "ply": trial.ply,
        "is_here": address.ply in (trial.ply - 1, trial.ply),
        "line": told(timeline, trial.ply, made, viewer, 1),
        "bots_line": told(timeline, trial.ply, bots, viewer, 1),
        "why": action_reason(timeline, trial.ply, trial.seat, row.compared["action"], judge),
        "chance": _percents(again),
        "error": max(1, round(100 * again.error)),
        "truth": _percents(truth) if truth.pairs else None,
    }


def _percents(sample: coach.Sample) -> tuple[int, int]:
    """Return the seat's chances after the action made and after the better one."""
    made, better = (round(100 * one / sample.pairs) for one in (sample.made, sample.better))
    return made, better


def told(
    timeline: Timeline, ply: int, events: Sequence[Event], viewer: Viewer, most: int
) -> SafeString | None:
    """Return the first lines that `viewer` may read about an action's events, None for none."""
    seen = [phrase for event in events if (phrase := event.seen_by(viewer)) is not None]
    names = timeline.holders.at(ply)
    lines = [(phrase_html(phrase, timeline.rules, names),) for phrase in seen[:most]]
    return format_html_join(" ", "{}", lines) if lines else None
