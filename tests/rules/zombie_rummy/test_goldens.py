"""The golden records: every way a round can end.

`tests/contract/test_goldens.py` replays them and compares their stories.
"""

from __future__ import annotations

from pathlib import Path

from games.engine.read_record import read_record
from games.engine.record import Record
from games.engine.verify import verify_record
from games.registry import all_rulesets
from games.rules.zombie_rummy.events import RoundEnded

GOLDEN = Path(__file__).parents[2] / "golden" / "zombie_rummy"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))


def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.json").read_bytes(), all_rulesets())


def test_every_way_a_round_can_end_has_a_record() -> None:
    events = [e for name in NAMES for ply in verify_record(golden(name)) for e in ply.events]
    assert {e.reason for e in events if isinstance(e, RoundEnded)} == {"out", "deck", "turns"}
