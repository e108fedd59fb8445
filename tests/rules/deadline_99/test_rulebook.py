"""The rule page: its example is played by the rules, its readings are the spec’s."""

from __future__ import annotations

from pathlib import Path

from games.rules.deadline_99.cards import RANKS
from games.rules.deadline_99.rulebook import EXAMPLE, EXAMPLE_COUNT, READINGS, rulebook
from tests.rules.deadline_99.positions import act, play, position

SPEC = Path(__file__).parents[3] / "docs" / "spec" / "deadline_99.md"


def test_the_example_is_what_the_rules_do() -> None:
    state = position("6H 8C 5D", "QS 3C", "KD 3S 9H", count=EXAMPLE_COUNT, draw_pile="4H 6C 5S 4D")
    for seat, card, op, count, _ in EXAMPLE:
        assert state.turn == seat
        _, state = act(state, play(card, op))
        assert state.count == count
    assert state.eliminated == (2,)


def test_every_rank_and_both_jokers_are_explained() -> None:
    book = rulebook()
    ranks = {face["rank"] for entry in book["cards"] for face in entry["faces"]}
    assert ranks == set(RANKS)
    assert len(book["jokers"]) == 2


def test_there_is_a_reading_for_every_point_that_the_spec_settles() -> None:
    assert len(READINGS) == SPEC.read_text(encoding="utf-8").count("[settled")
