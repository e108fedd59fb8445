"""The value of a bye, as directors choose it and as an event's page states it."""

from __future__ import annotations

from typing import Literal

from django.utils.translation import gettext_lazy as _

from games.tournaments.config import PAIRED, Config

Worth = Literal["full", "half", "nothing"]
WORTHS = [("full", _("a full win")), ("half", _("half a win")), ("nothing", _("nothing"))]


USUAL = {"full": _("as usual: a full win"), "half": _("as usual: half a win")}


def usual_worth(format: str) -> Worth:
    """Return the default value of a bye: in pods, what the others get on average."""
    return "half" if format == "pods" else "full"


def bye_units(worth: str, config: Config) -> int | None:
    """Return the units of a bye for a choice, if any; None for a full win, whatever its value.

    They depend on the format and on the points in the settings.
    """
    chosen = usual_worth(config.format) if worth in ("", "usual") else worth
    return {"half": config.scoring.full_win // 2, "nothing": 0}.get(chosen)


def bye_worth(config: Config) -> Worth:
    """Return the choice that corresponds to an event's byes."""
    full = config.scoring.full_win
    if config.pab is None or config.pab >= full:
        return "full"
    return "half" if config.pab else "nothing"


def bye_label(config: Config) -> str:
    """Return the value of a bye in an event, or empty if byes are worth nothing."""
    if config.format not in PAIRED or config.scoring.full_win == 0:
        return ""
    return str(dict(WORTHS)[bye_worth(config)])
