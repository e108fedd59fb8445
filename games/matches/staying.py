"""Whether somebody plays to the end: what their page says, and what a table may ask for.

Reads only. Left is a match whose seat resigned by itself or was played by a bot when it ended; to
resign, or to come back in time, is not to leave. Matches that only some may find count for nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from games.matches.access import in_the_open
from games.matches.history import ENDED
from games.matches.models import MAX_TIMEOUTS, Match, Seat

COUNTED = 50
"""The newest matches: what was long ago is forgiven."""
ENOUGH = 5
"""Fewer matches say nothing about anybody."""
MOST_LEFT = 10
"""Of a hundred: who leaves more does not sit down at a table that asks for people who stay."""


@dataclass(frozen=True)
class Staying:
    """How many of somebody's newest matches with other people they played, and left."""

    played: int
    left: int

    @property
    def stayed(self) -> int:
        """Return how many they played to the end."""
        return self.played - self.left

    @property
    def is_telling(self) -> bool:
        """Tell whether there are enough of them to say anything."""
        return self.played >= ENOUGH

    @property
    def is_steady(self) -> bool:
        """Tell whether they may sit down where people who stay are asked for."""
        return not self.is_telling or 100 * self.left <= MOST_LEFT * self.played


def staying_of(person: Any) -> Staying:
    """Return whether `person` stayed, of the newest COUNTED matches with other people."""
    others = Seat.objects.filter(match=OuterRef("pk"), bot="").exclude(user_id=person.pk)
    matches = Match.objects.filter(in_the_open(), ENDED, Exists(others))
    seats = Seat.objects.filter(user_id=person.pk, match__in=matches)
    newest = seats.order_by("-match__finished_at", "-match_id")[:COUNTED]
    rows = newest.values_list("stand_in", "timeouts_in_row")
    left = [bool(stand_in) or timeouts >= MAX_TIMEOUTS for stand_in, timeouts in rows]
    return Staying(len(left), sum(left))
