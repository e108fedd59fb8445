"""Define the events of Deadline 99, and what each viewer sees of them. Pure.

An event's `turn` is the seat to act after it. Every sentence is a gettext key;
a card's face appears only in sentences for viewers who may know it.
"""

from __future__ import annotations

from games.engine.stocks import StocksMade
from games.rules.deadline_99.events.endings import Eliminated, MatchEnded, Resigned, RoleRevealed
from games.rules.deadline_99.events.moves import (
    CardsDrawn,
    CardTaken,
    HandsSwapped,
    NothingTaken,
    PileReshuffled,
)
from games.rules.deadline_99.events.opening import HandDealt, MatchBegun, RoleDealt
from games.rules.deadline_99.events.plays import CardPlayed, CardPlayedOver

EVENTS = (
    MatchBegun,
    StocksMade,
    RoleDealt,
    HandDealt,
    CardPlayed,
    CardPlayedOver,
    CardsDrawn,
    PileReshuffled,
    CardTaken,
    NothingTaken,
    HandsSwapped,
    Eliminated,
    Resigned,
    RoleRevealed,
    MatchEnded,
)

__all__ = [
    "EVENTS",
    "CardPlayed",
    "CardPlayedOver",
    "CardTaken",
    "CardsDrawn",
    "Eliminated",
    "HandDealt",
    "HandsSwapped",
    "MatchBegun",
    "MatchEnded",
    "NothingTaken",
    "PileReshuffled",
    "Resigned",
    "RoleDealt",
    "RoleRevealed",
]
