"""The golden records: every way a match can end, and the story told of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from games.engine.codec import decode_event, encode_event
from games.engine.record import Record, read_record
from games.engine.replay import fold
from games.engine.verify import Ply, verify_record
from games.registry import all_rules
from games.rules.death_frontline import RULES
from tests.rules.death_frontline.stories import story_of

GOLDEN = Path(__file__).parents[2] / "golden" / "death_frontline"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))


@cache
def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.json").read_bytes(), all_rules())


@cache
def plies_of(name: str) -> list[Ply]:
    return verify_record(golden(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_record_holds_and_tells_the_same_story_as_ever(name: str) -> None:
    story = (GOLDEN / f"{name}.story.txt").read_text(encoding="utf-8").splitlines()
    assert story_of(golden(name)) == story


@pytest.mark.parametrize("name", NAMES)
def test_stored_events_fold_to_the_same_state(name: str) -> None:
    stored = [encode_event(event) for ply in plies_of(name) for event in ply.events]
    assert fold(RULES, (decode_event(RULES, *row) for row in stored)) == plies_of(name)[-1].state


@pytest.mark.parametrize("seats", [2, 4])
def test_every_way_a_match_can_end_has_a_record_for_both_numbers_of_players(seats: int) -> None:
    names = [name for name in NAMES if len(golden(name).seats) == seats]
    reasons = {plies_of(name)[-1].state.result.reason for name in names}
    assert reasons == set(RULES.meta.end_reasons)
    ends = {(golden(name).options["end_on"], golden(name).result["reason"]) for name in names}
    assert {("out_of_cards", "out_of_cards"), ("empty_hand", "out_of_cards")} <= ends


def test_every_event_has_a_record() -> None:
    events = {type(event) for name in NAMES for ply in plies_of(name) for event in ply.events}
    assert events == set(RULES.events)
