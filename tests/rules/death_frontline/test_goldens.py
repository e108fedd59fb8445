"""The golden records: every end for two and for four.

`tests/contract/test_goldens.py` replays them and compares their stories.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from games.engine.record import Record, read_record
from games.engine.verify import Ply, verify_record
from games.registry import all_rules
from games.rules.death_frontline import RULES

GOLDEN = Path(__file__).parents[2] / "golden" / "death_frontline"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))


@cache
def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.json").read_bytes(), all_rules())


@cache
def plies_of(name: str) -> list[Ply]:
    return verify_record(golden(name))


@pytest.mark.parametrize("seats", [2, 4])
def test_every_way_a_match_can_end_has_a_record_for_both_numbers_of_players(seats: int) -> None:
    names = [name for name in NAMES if len(golden(name).seats) == seats]
    reasons = {plies_of(name)[-1].state.result.reason for name in names}
    assert reasons == set(RULES.meta.end_reasons)
    ends = {(golden(name).options["end_on"], golden(name).result["reason"]) for name in names}
    assert {("out_of_cards", "out_of_cards"), ("empty_hand", "out_of_cards")} <= ends
