"""What a bye is worth, as directors choose it and as an event's page says it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.tournaments.config import Config
from games.tournaments.points import Scoring

PAIRED = ("pods", "swiss", "partners")
"""Paired round by round, with byes that give points; a rest in a round robin gives none."""
WORTHS = [("full", _("a full win")), ("half", _("half a win")), ("nothing", _("nothing"))]


def bye_units(worth: str, scoring: Scoring) -> int | None:
    """Return the units of a bye for a choice; None for a full win, whatever that will be."""
    return {"half": scoring.full_win // 2, "nothing": 0}.get(worth)


def bye_worth(config: Config) -> str:
    """Return the choice that stands for an event's byes."""
    full = config.scoring.full_win
    if config.pab is None or config.pab >= full:
        return "full"
    return "half" if config.pab else "nothing"


def bye_label(config: Config) -> str:
    """Return what a bye is worth in an event, or nothing where no bye is worth anything."""
    if config.format not in PAIRED or config.scoring.full_win == 0:
        return ""
    return str(dict(WORTHS)[bye_worth(config)])
