"""Models and constraints of events and seasons; no rules and no queries here."""

from __future__ import annotations

from games.tournaments.models.event import (
    Attendance,
    DirectorAction,
    GuestName,
    Tournament,
    TournamentSecret,
    TournamentTable,
)
from games.tournaments.models.honours import EarlierChampion, FinalPlace, SeasonAward
from games.tournaments.models.season import Season

__all__ = [
    "Attendance",
    "DirectorAction",
    "EarlierChampion",
    "FinalPlace",
    "GuestName",
    "Season",
    "SeasonAward",
    "Tournament",
    "TournamentSecret",
    "TournamentTable",
]
