"""Sample records made by an independent implementation of the specification.

`tests/golden/samples/<game>/NN.json` is a record, `NN.expect.json` the hash of
every snapshot, legal list and view that must come out of it. They are never
edited.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine.canonical import canonical, sha256_hex
from games.engine.read_record import read_record
from games.engine.record import Record
from games.engine.snapshot import legal_list, snapshot
from games.engine.verify import replay_record, verify_record
from games.engine.viewer import PUBLIC, Viewer
from games.registry import all_rules, all_rulesets

SAMPLES = Path(__file__).parent.parent / "golden" / "samples"


def sample_files() -> list[Path]:
    """Return the record files of every registered game's samples."""
    return [
        path
        for game in all_rules()
        for path in sorted((SAMPLES / game).glob("*.json"))
        if not path.name.endswith(".expect.json")
    ]


def read_sample(path: Path) -> tuple[Record, dict[str, Any]]:
    """Return a sample's record and what is expected of it."""
    expected = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    return read_record(path.read_bytes(), all_rulesets()), expected


def hashes_of(record: Record) -> Iterator[dict[str, Any]]:
    """Yield, for every ply, the hashes as the expectations list them."""
    rules = record.rules
    for ply, position in enumerate(replay_record(record)):
        views = [
            snapshot(rules, position.state, ply, Viewer(seat)) for seat in range(len(record.seats))
        ]
        yield {
            "ply": ply,
            "snapshot": hash_of(snapshot(rules, position.state, ply)),
            "legal": hash_of(legal_list(rules, position.state)),
            "views": [hash_of(view) for view in views],
            "public": hash_of(snapshot(rules, position.state, ply, PUBLIC)),
        }


def hash_of(value: Any) -> str:
    """Return the hash that the expectations use."""
    return sha256_hex(canonical(value))


@pytest.mark.parametrize("path", sample_files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
class TestSampleRecord:
    def test_every_ply_has_the_expected_hashes(self, path: Path) -> None:
        record, expected = read_sample(path)
        for found, wanted in zip(hashes_of(record), expected["sha256 of canonical()"], strict=True):
            assert found == wanted

    def test_positions_given_in_full_are_equal(self, path: Path) -> None:
        record, expected = read_sample(path)
        plies = list(replay_record(record))
        for number, wanted in expected["in full"].items():
            ply, state = int(number), plies[int(number)].state
            assert snapshot(record.rules, state, ply) == wanted["snapshot"]
            legal = legal_list(record.rules, state)
            assert legal[: len(wanted["legal"])] == wanted["legal"]
            assert snapshot(record.rules, state, ply, PUBLIC) == wanted["public view"]

    def test_the_record_verifies(self, path: Path) -> None:
        record, _ = read_sample(path)
        assert len(verify_record(record)) == len(record.entries) + 1
