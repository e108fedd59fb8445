"""Whether somebody plays matches to the end: shown on their page, and a table's requirement.

Reads only. A match counts as left if the seat was resigned automatically, or was played by a bot
when it ended; resigning, or coming back in time, is not leaving. Unlisted matches do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from games.matches.access import in_the_open
from games.matches.history import ENDED
from games.matches.models import MAX_TIMEOUTS, Match, Seat

COUNTED = 50
"""How many of the newest matches count: older ones are forgiven."""
ENOUGH = 5
"""Fewer matches are too few to judge anybody by."""
MOST_LEFT = 10
"""Percentage of matches left above which tables that require steady players refuse a person."""


@dataclass(frozen=True)
class Staying:
    """How many of a person's newest matches with others they played, and how many they left."""

    played: int
    left: int

    @property
    def stayed(self) -> int:
        """Return how many they played to the end."""
        return self.played - self.left

    @property
    def is_telling(self) -> bool:
        """Tell whether there are enough matches to judge by."""
        return self.played >= ENOUGH

    @property
    def is_steady(self) -> bool:
        """Tell whether they may join tables that require steady players."""
        return not self.is_telling or 100 * self.left <= MOST_LEFT * self.played


def staying_of(person: Any) -> Staying:
    """Return how many of the newest COUNTED matches with others `person` played and left."""
    others = Seat.objects.filter(match=OuterRef("pk"), bot="").exclude(user_id=person.pk)
    matches = Match.objects.filter(in_the_open(), ENDED, Exists(others))
    seats = Seat.objects.filter(user_id=person.pk, match__in=matches)
    newest = seats.order_by("-match__finished_at", "-match_id")[:COUNTED]
    rows = newest.values_list("stand_in", "timeouts_in_row")
    left = [bool(stand_in) or timeouts >= MAX_TIMEOUTS for stand_in, timeouts in rows]
    return Staying(len(left), sum(left))
