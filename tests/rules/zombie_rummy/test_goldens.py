"""The golden records: every way a round and a match can end, and the story told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine.codec import decode_event, encode_event
from games.engine.record import Record, read_record
from games.engine.replay import fold
from games.engine.verify import verify_record
from games.registry import all_rules
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.events import RoundEnded
from tests.rules.zombie_rummy.stories import story_of

GOLDEN = Path(__file__).parents[2] / "golden" / "zombie_rummy"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))


def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.json").read_bytes(), all_rules())


@pytest.mark.parametrize("name", NAMES)
def test_the_record_holds_and_tells_the_same_story_as_ever(name: str) -> None:
    story = (GOLDEN / f"{name}.story.txt").read_text(encoding="utf-8").splitlines()
    assert story_of(golden(name)) == story


@pytest.mark.parametrize("name", NAMES)
def test_stored_events_fold_to_the_same_state(name: str) -> None:
    plies = verify_record(golden(name))
    stored = [encode_event(event) for ply in plies for event in ply.events]
    assert fold(RULES, (decode_event(RULES, *row) for row in stored)) == plies[-1].state


def test_every_way_a_match_can_end_has_a_record() -> None:
    reasons = {verify_record(golden(name))[-1].state.result.reason for name in NAMES}
    assert reasons == set(RULES.meta.end_reasons)


def test_every_way_a_round_can_end_and_every_event_has_a_record() -> None:
    events = [e for name in NAMES for ply in verify_record(golden(name)) for e in ply.events]
    assert {e.reason for e in events if isinstance(e, RoundEnded)} == {"out", "deck", "turns"}
    assert {type(event) for event in events} == set(RULES.events)
