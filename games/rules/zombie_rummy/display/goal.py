"""Say what ends the match, who is near that, and who is ahead, from public totals. Pure.

A goal is {"end", "target", "played": finished rounds, "near": the seats whose result may soon end
the match, nearest first, "ahead": those who would win now, none while all are level, "finished"},
where a seat is {"name", "total"}.

A seat's gauge, drawn on its board, is None where the end depends on no seat's result, else:

    kind, target        "score" or "wins", and how much of it ends the match
    value               how much the seat has
    now                 its total if the round ended now; None for wins
    is_near, would_end  it is near the end; the match would end if the round ended now
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.contract import JsonObject
from games.engine.showing import Scene, SeatFacts
from games.rules.zombie_rummy.recap import recap

NEAR: Final = 0.75
"""The part of the target from which a total counts as near."""
LITTLE: Final = 20
"""Leads are measured by the largest total, but by no less than this."""


def recap_of(scene: Scene) -> JsonObject:
    """Return the score sheet (`recap.py`)."""
    return scene.recap or recap(())


def goal_of(scene: Scene) -> JsonObject:
    """Return the goal of the match and how far it is."""
    sheet, state = recap_of(scene), scene.view["state"]
    playing = [seat for seat in scene.seats if not seat.resigned]
    near = [seat for seat in playing if _is_near(scene, seat.number)]
    near.sort(key=lambda seat: -abs(state["totals"][seat.number]))
    return {
        "end": sheet["end"],
        "target": sheet["target"],
        "played": len(state["round_scores"]),
        "near": [_seat(scene, seat) for seat in near],
        "ahead": [_seat(scene, seat) for seat in _ahead(scene, playing)],
        "finished": scene.is_over,
    }


def gauge_of(scene: Scene, number: int, now: int) -> JsonObject | None:
    """Return how far a seat's result is from what ends the match; `now` is its total so far."""
    sheet, state = recap_of(scene), scene.view["state"]
    kind = sheet["end"]
    if kind not in ("score", "wins"):
        return None
    values = state["totals"] if kind == "score" else state["round_wins"]
    near = _is_near(scene, number) and not scene.seats[number].resigned
    by_score = kind == "score" and not scene.is_over
    return {
        "kind": kind,
        "target": sheet["target"],
        "value": values[number],
        "now": now if by_score else None,
        "is_near": near,
        "would_end": by_score and abs(now) >= sheet["target"],
    }


def closeness(view: JsonObject) -> float:
    """Return how level the two leaders are: 1 without a lead, 0 if it is as large as any total."""
    totals = [
        total
        for total, gone in zip(view["state"]["totals"], view["resigned"], strict=True)
        if not gone
    ]
    first, second = sorted(totals, reverse=True)[:2]
    widest = max(LITTLE, *(abs(total) for total in totals))
    return float(1 - min(1.0, (first - second) / widest))


def _is_near(scene: Scene, number: int) -> bool:
    sheet, state = recap_of(scene), scene.view["state"]
    if sheet["end"] == "score":
        return bool(abs(state["totals"][number]) >= NEAR * sheet["target"])
    if sheet["end"] == "wins":
        return bool(state["round_wins"][number] == sheet["target"] - 1)
    return False


def _ahead(scene: Scene, playing: Sequence[SeatFacts]) -> list[SeatFacts]:
    """Return those of `playing` who would win now, unless all are level."""
    state, by_wins = scene.view["state"], recap_of(scene)["end"] == "wins"
    merits = {
        seat: (state["round_wins"][seat.number] if by_wins else 0, state["totals"][seat.number])
        for seat in playing
    }
    best = [seat for seat in playing if merits[seat] == max(merits.values())]
    return best if len(best) < len(playing) or len(playing) == 1 else []


def _seat(scene: Scene, seat: SeatFacts) -> JsonObject:
    return {"name": seat.name, "total": scene.view["state"]["totals"][seat.number]}
