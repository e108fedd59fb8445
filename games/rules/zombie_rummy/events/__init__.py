"""Define every event of Zombie Rummy, and what each viewer sees of it.

Split by when events happen. Imports only `games.engine` and `cards`.
"""

from __future__ import annotations

from typing import Final

from games.engine.contract import Event
from games.engine.stocks import StocksMade
from games.rules.zombie_rummy.events.deal import (
    FirstCardTurned,
    HandDealt,
    MatchStarted,
    RoundBegan,
)
from games.rules.zombie_rummy.events.ending import (
    MatchEnded,
    RoundEnded,
    RoundWon,
    SeatResigned,
    SeatScored,
)
from games.rules.zombie_rummy.events.lay import (
    BrainLocked,
    BrainStolen,
    CardLaidOff,
    CardPlaced,
    DeviceBroken,
    HordeFormed,
    SeatAttacked,
    SeatNuked,
    SetLaid,
)
from games.rules.zombie_rummy.events.turn import (
    CardDiscarded,
    CardDrawn,
    DiscardsTaken,
    TurnBegan,
    TurnEnded,
)

EVENTS: Final[tuple[type[Event], ...]] = (
    MatchStarted,
    StocksMade,
    RoundBegan,
    HandDealt,
    FirstCardTurned,
    TurnBegan,
    CardDrawn,
    DiscardsTaken,
    CardPlaced,
    SeatAttacked,
    BrainLocked,
    BrainStolen,
    DeviceBroken,
    HordeFormed,
    SetLaid,
    CardLaidOff,
    SeatNuked,
    CardDiscarded,
    TurnEnded,
    RoundEnded,
    SeatScored,
    RoundWon,
    SeatResigned,
    MatchEnded,
)

__all__ = [
    "EVENTS",
    "BrainLocked",
    "BrainStolen",
    "CardDiscarded",
    "CardDrawn",
    "CardLaidOff",
    "CardPlaced",
    "DeviceBroken",
    "DiscardsTaken",
    "FirstCardTurned",
    "HandDealt",
    "HordeFormed",
    "MatchEnded",
    "MatchStarted",
    "RoundBegan",
    "RoundEnded",
    "RoundWon",
    "SeatAttacked",
    "SeatNuked",
    "SeatResigned",
    "SeatScored",
    "SetLaid",
    "TurnBegan",
    "TurnEnded",
]
