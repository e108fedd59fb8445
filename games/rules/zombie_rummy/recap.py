"""Build the score sheet: the goal, and each finished round's scores and how it ended. Pure.

`recap(events)` returns, from public information:

    end, target             the options that end the match (None before it has begun)
    rounds                  one per finished round, as below

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
from games.rules.zombie_rummy.events import (
    MatchStarted,
    RoundEnded,
    RoundWon,
    SeatScored,
)


def recap(events: Iterable[Event]) -> JsonObject:
    """Return the score sheet of a match so far."""
    rounds: list[JsonObject] = []
    sheet: JsonObject = {"end": None, "target": None, "rounds": rounds}
    for event in events:
        match event:
            case MatchStarted(end=end, target=target):
                sheet |= {"end": end, "target": target}
            case RoundEnded():
                rounds.append(_round(event))
            case SeatScored(seat=seat):
                rounds[-1]["seats"][seat] = {**fields_of(event), "won": False}
            case RoundWon(seat=seat):
                rounds[-1]["seats"][seat]["won"] = True
    return sheet


def _round(event: RoundEnded) -> JsonObject:
    return {
        "round": event.round,
        "reason": event.reason,
        "turns": event.turns,
        "out": event.seat,
        "seats": [None] * len(event.scores),
    }
