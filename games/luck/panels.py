"""What pages show of luck: percentages of a win, ready for a template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from accounts.registry import Panel
from games.luck.selectors import Estimate, records_of
from games.matches.history import game_title


@dataclass(frozen=True)
class Percent:
    """A figure in percent of a win, and how far it may be off."""

    value: int
    margin: int


def percent(figure: Estimate) -> Percent:
    """Return an estimate in percent of a win."""
    return Percent(round(100 * figure.mean), max(1, round(100 * figure.margin)))


def profile_panel(request: HttpRequest, person: Any) -> Panel:
    """Return what luck and decisions gave a person, by game."""
    rows = [
        {
            "title": game_title(one.game),
            "matches": one.matches,
            **{name: percent(getattr(one, name)) for name in ("over", "luck", "own", "corrected")},
        }
        for one in records_of(person)
    ]
    return Panel("luck/_person.html", {"rows": rows})
