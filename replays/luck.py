"""The luck of a match beside its replay: what chance and decisions gave each seat, and when.

As with the analysis, only for finished matches, and only for visitors who asked to see what lies
ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.luck.models import Ledger
from games.luck.selectors import Line, ledger_of, lines_of
from games.matches.models import Match
from replays.address import Address, Eyes
from replays.lines import told
from replays.timeline import Timeline

WIDTH, MIDDLE = 200, 100
LEAST_SCALE = 0.5
"""A bar as long as half the drawing is this much of a win, or more."""
SHOWN, MOST_TOLD = 3, 3
LEAST = 0.01


@dataclass(frozen=True)
class Bar:
    """One part of a seat's account: its percentage, and the bar from the middle, in the drawing."""

    value: int
    x: float
    width: float


@dataclass(frozen=True)
class SeatLuck:
    """A seat's account in percent: `begin` and the parts add up to `won`."""

    seat: int
    name: str
    begin: int
    luck: Bar
    own: Bar
    others: Bar
    won: int
    error: int


def luck_panel(
    match: Match, timeline: Timeline, address: Address, eyes: Eyes
) -> dict[str, Any] | None:
    """Return the context of the panel, or None for a match without an account."""
    ledger = ledger_of(match)
    if ledger is None or ledger.state == Ledger.State.FAILED:
        return None
    if ledger.state == Ledger.State.RUNNING:
        return {"is_done": False}
    lines, names = lines_of(ledger), timeline.holders.now
    scale = max(LEAST_SCALE, *(abs(part) for line in lines for part in line[1:4]))
    return {
        "is_done": True,
        "seats": [_seat(at, names[at], line, scale) for at, line in enumerate(lines)],
        "moments": _moments(ledger, timeline, address, eyes),
        "width": WIDTH,
        "middle": MIDDLE,
    }


def _seat(seat: int, name: str, line: Line, scale: float) -> SeatLuck:
    """Return a seat's account; rounded, it adds up all the same."""
    begin, won, luck, own = (
        round(100 * part) for part in (line.begin, line.won, line.luck, line.own)
    )
    others = won - begin - luck - own
    return SeatLuck(
        seat=seat,
        name=name,
        begin=begin,
        luck=_bar(luck, scale),
        own=_bar(own, scale),
        others=_bar(others, scale),
        won=won,
        error=max(1, round(100 * line.error)),
    )


def _bar(value: int, scale: float) -> Bar:
    width = round(min(MIDDLE, MIDDLE * abs(value) / 100 / scale), 1)
    return Bar(value, MIDDLE if value > 0 else MIDDLE - width, width)


def _moments(
    ledger: Ledger, timeline: Timeline, address: Address, eyes: Eyes
) -> list[dict[str, Any]]:
    """Return the plies where chance gave or took most: of one seat, or of all."""
    seats = range(len(ledger.moments)) if eyes.seat is None else [eyes.seat]
    found = [(luck, ply, seat) for seat in seats for ply, luck in ledger.moments[seat]]
    widest = sorted(found, key=lambda one: -abs(one[0]))
    if eyes.seat is None:
        first = {ply: (luck, ply, seat) for luck, ply, seat in reversed(widest)}
        widest = sorted(first.values(), key=lambda one: -abs(one[0]))
    shown = [one for one in widest[: 2 * SHOWN] if abs(one[0]) >= LEAST]
    return [_moment(*one, timeline, address, eyes) for one in sorted(shown, key=lambda x: x[1])]


def _moment(
    luck: float, ply: int, seat: int, timeline: Timeline, address: Address, eyes: Eyes
) -> dict[str, Any]:
    """Return one of these plies, with what the viewer may read of it; the deal has no lines."""
    events = timeline.plies[ply].facts.events if ply else ()
    return {
        "url": address.at(ply=ply),
        "ply": ply,
        "is_here": ply == address.ply,
        "name": timeline.holders.at(ply)[seat],
        "percent": round(100 * luck),
        "line": told(timeline, ply, events, eyes.viewer, MOST_TOLD),
    }
