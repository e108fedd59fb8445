"""How often sides won, of the matches that count."""

from __future__ import annotations

import pytest

from games.ratings.log import Team
from games.ratings.models import RatingLog
from games.ratings.selectors import SideRecord, side_records
from games.ratings.services.rating_correct import ratings_void
from tests.ratings.factories import ended, people

pytestmark = pytest.mark.django_db


def factions(*teams: tuple[str, int, int], **changes: str) -> RatingLog:
    """Log a match of sides: each its code, its rank, and how many played on it."""
    return ended(
        kind="group",
        mode="factions",
        teams=tuple(Team(tuple(people(count)), rank, side) for side, rank, count in teams),
        **changes,
    )


def test_sides_are_counted_by_code_and_size_of_the_table() -> None:
    factions(("red", 1, 2), ("black", 2, 2))
    factions(("red", 2, 2), ("black", 1, 2))
    factions(("red", 1, 2), ("black", 2, 2), ("free", 1, 1), ("free", 2, 1))
    assert side_records("deadline_99") == [
        SideRecord("black", 4, 1, 2),
        SideRecord("black", 6, 0, 1),
        SideRecord("free", 6, 1, 2),
        SideRecord("red", 4, 1, 2),
        SideRecord("red", 6, 1, 1),
    ]
    assert side_records("death_frontline") == []


def test_matches_that_do_not_count_are_left_out() -> None:
    factions(("red", 1, 2), ("black", 2, 2), why="casual")
    ended(*people(3))
    ratings_void(matches=[factions(("red", 1, 2), ("black", 2, 2)).match], reason="test")
    assert side_records("deadline_99") == []
