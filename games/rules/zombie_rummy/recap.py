"""The score sheet: what every finished round scored and why, from what everybody was told. Pure.

`recap(events)` returns {"rounds": one for each finished round}:

    round, reason, turns    its number; out, deck or turns; the turns played
    out                     the seat that went out, or None
    seats                   by seat: None for one that has resigned, else {"weapons",
                            "equipment", "brains", "devices", "zombies", "hand", "points",
                            "total", "won"}
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.contract import Event, JsonObject
from games.engine.values import fields_of
from games.rules.zombie_rummy.events import RoundEnded, RoundWon, SeatScored


def recap(events: Iterable[Event]) -> JsonObject:
    """Return the score sheet of a match so far."""
    rounds: list[JsonObject] = []
    for event in events:
        match event:
            case RoundEnded():
                rounds.append(_round(event))
            case SeatScored(seat=seat):
                rounds[-1]["seats"][seat] = {**fields_of(event), "won": False}
            case RoundWon(seat=seat):
                rounds[-1]["seats"][seat]["won"] = True
    return {"rounds": rounds}


def _round(event: RoundEnded) -> JsonObject:
    return {
        "round": event.round,
        "reason": event.reason,
        "turns": event.turns,
        "out": event.seat,
        "seats": [None] * len(event.scores),
    }
