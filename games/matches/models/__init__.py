"""Models and constraints of tables and matches; no rules and no queries here."""

from __future__ import annotations

from games.matches.models.log import MatchAction, MatchEvent
from games.matches.models.mail import TurnMail
from games.matches.models.match import (
    DEFAULT_RESERVE_SECONDS,
    DEFAULT_TURN_SECONDS,
    FAILURES_TOLD,
    MOST_FAILURES,
    Heartbeat,
    Match,
    MatchSecret,
)
from games.matches.models.seat import (
    MAX_TIMEOUTS,
    Invitation,
    NoShow,
    Seat,
    TurnedAway,
    begun_by,
    held_by,
)
from games.matches.models.server import Server

__all__ = [
    "DEFAULT_RESERVE_SECONDS",
    "DEFAULT_TURN_SECONDS",
    "FAILURES_TOLD",
    "MAX_TIMEOUTS",
    "MOST_FAILURES",
    "Heartbeat",
    "Invitation",
    "Match",
    "MatchAction",
    "MatchEvent",
    "MatchSecret",
    "NoShow",
    "Seat",
    "Server",
    "TurnMail",
    "TurnedAway",
    "begun_by",
    "held_by",
]
