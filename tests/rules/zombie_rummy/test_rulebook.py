"""The rule book's examples are positions that were played (tests/golden/zombie_rummy)."""

from __future__ import annotations

from pathlib import Path

from games.engine.read_record import read_record
from games.engine.verify import Ply, verify_record
from games.registry import all_rulesets
from games.rules.zombie_rummy import rulebook as book
from games.rules.zombie_rummy.events import DiscardsTaken, RoundEnded, SetLaid
from games.rules.zombie_rummy.scoring import table_score
from games.rules.zombie_rummy.state import Stack

GOLDEN = Path(__file__).parents[2] / "golden" / "zombie_rummy"


def plies(name: str) -> list[Ply]:
    return verify_record(read_record((GOLDEN / f"{name}.json").read_bytes(), all_rulesets()))


def lying(stacks: tuple[Stack, ...]) -> list[Stack]:
    """Return the stacks without their ids."""
    return [stack._replace(id=0) for stack in stacks]


def test_the_scored_tables_lay_there_as_round_1_ended() -> None:
    found = plies("score")
    at = next(i for i, p in enumerate(found) if any(isinstance(e, RoundEnded) for e in p.events))
    before = found[at - 1].state
    assert lying(before.tables[1]) == lying(book.WINNER)
    assert before.hands[1] == book.WINNER_HAND
    assert lying(before.tables[0]) == lying(book.LOSER)
    assert table_score(book.WINNER, book.WINNER_HAND).points == 5
    assert table_score(book.WINNER).points == 17
    assert table_score(book.LOSER).points == -27


def test_the_deep_draw_was_drawn_and_laid() -> None:
    events = [event for ply in plies("wins") for event in ply.events]
    at = next(
        i
        for i, e in enumerate(events)
        if isinstance(e, DiscardsTaken) and e.cards == book.DEEP_PILE
    )
    laid = events[at + 1]
    assert isinstance(laid, SetLaid)
    assert book.DEEP_SET.set is not None
    assert laid.cards == book.DEEP_SET.set.cards


def test_there_are_as_many_readings_as_the_spec_settles_points() -> None:
    spec = (Path(__file__).parents[3] / "docs" / "spec" / "zombie_rummy.md").read_text("utf-8")
    assert spec.count("[settled]") == len(book.READINGS)
