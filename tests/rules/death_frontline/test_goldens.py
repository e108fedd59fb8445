"""The golden records are enough: every end, with both numbers of players, and every event.

That each record holds and tells its story is checked in `tests/contract/test_goldens.py`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from games.engine.read_record import read_record
from games.engine.record import Record
from games.engine.verify import Ply, verify_record
from games.registry import all_rulesets
from games.rules.death_frontline import RULES

GOLDEN = Path(__file__).parents[2] / "golden" / "death_frontline"


@cache
def records() -> list[Record]:
    """Return the golden records of this game."""
    return [
        read_record(path.read_bytes(), all_rulesets()) for path in sorted(GOLDEN.glob("*.json"))
    ]


@cache
def plies() -> list[Ply]:
    """Return every ply of every golden record."""
    return [ply for record in records() for ply in verify_record(record)]


@pytest.mark.parametrize("seats", [2, 4])
def test_every_way_a_match_can_end_has_a_record_for_both_numbers_of_players(seats: int) -> None:
    of_seats = [record for record in records() if len(record.seats) == seats]
    ends = {(record.options["end_on"], record.result["reason"]) for record in of_seats}
    assert {reason for _, reason in ends} == set(RULES.meta.end_reasons)
    assert {("out_of_cards", "out_of_cards"), ("empty_hand", "out_of_cards")} <= ends


def test_every_event_has_a_record() -> None:
    assert {type(event) for ply in plies() for event in ply.events} == set(RULES.events)
