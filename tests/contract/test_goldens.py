"""Golden records: every way a match can end, replayed, folded, and told as ever.

`tests/golden/<game>/<name>.json` is a record, `<name>.story.txt` every log
line with the ply it belongs to and who is shown it. Records are added, never
edited; `python -m tests.support.stories` writes stories whose wording changed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from games.engine.codec import decode_event, encode_event
from games.engine.contract import Rules
from games.engine.replay import fold
from games.engine.verify import Ply, verify_record
from games.registry import all_rulesets
from tests.contract.matches import read
from tests.support.stories import story_of

GOLDEN = Path(__file__).parents[1] / "golden"


def records_of(game: str) -> list[Path]:
    """Return the golden records of one game."""
    return sorted((GOLDEN / game).glob("*.json"))


@cache
def plies_of(path: Path) -> list[Ply]:
    """Return every ply of one golden record, verified."""
    return verify_record(read(path))


ALL = [path for game in all_rulesets() for path in records_of(game)]
each_record = pytest.mark.parametrize(
    "path", ALL, ids=lambda path: f"{path.parent.name}-{path.stem}"
)


@each_record
def test_the_record_verifies_and_tells_the_same_story_as_ever(path: Path) -> None:
    story = path.with_suffix(".story.txt").read_text(encoding="utf-8").splitlines()
    assert story_of(read(path), plies_of(path)) == story


@each_record
def test_the_result_has_the_scores_that_the_game_announces(path: Path) -> None:
    record = read(path)
    result = record.rules.result(plies_of(path)[-1].state)
    kind = record.rules.meta.scores
    assert result is not None
    assert (result.scores is None) == (kind == "none")
    assert kind == "signed" or min(result.scores or (0,)) >= 0


@each_record
def test_the_rules_cause_events_that_fold_to_the_recorded_result(path: Path) -> None:
    record = read(path)
    plies = plies_of(path)
    stored = [encode_event(event) for ply in plies for event in ply.events]
    state = fold(record.rules, (decode_event(record.rules, *row) for row in stored))
    assert state == plies[-1].state
    assert record.result is not None


def test_every_way_a_match_can_end_has_a_record(game: str) -> None:
    reasons = {reason for rules in rulesets(game) for reason in rules.meta.end_reasons}
    results = [read(path).result for path in records_of(game)]
    assert {result["reason"] for result in results if result} == reasons


def test_every_event_has_a_record(game: str) -> None:
    plies = [ply for path in records_of(game) for ply in plies_of(path)]
    events = {event for rules in rulesets(game) for event in rules.events}
    assert {type(event) for ply in plies for event in ply.events} == events


def test_every_ruleset_has_a_record(game: str) -> None:
    played = {read(path).rules.meta.ruleset for path in records_of(game)}
    assert played == {rules.meta.ruleset for rules in rulesets(game)}


def rulesets(game: str) -> list[Rules]:
    """Return the rules of one game, today's and those of before."""
    return list(all_rulesets()[game].values())
