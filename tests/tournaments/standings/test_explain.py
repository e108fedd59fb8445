"""The rounds that make up a criterion sum up to it (tournaments 3.3)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.director.sheet import field
from games.tournaments.pairing.chance import Stream
from games.tournaments.standings.criteria import CRITERIA, scalar
from games.tournaments.standings.explain import explain
from tests.tournaments.director.support import event

SUMS = (
    "buchholz",
    "buchholz_cut1",
    "buchholz_cut2",
    "median_buchholz",
    "opponents",
    "sonneborn_berger",
    "table_wins",
    "beaten",
    "relative",
    "total_score",
)


@given(st.integers(0, 999), st.sampled_from(["swiss", "pods"]))
@settings(max_examples=10, deadline=None)
def test_the_parts_that_count_sum_up_to_the_value(seed, format_):
    stream = Stream("explain", seed)
    held = event(7, format=format_, rounds=3, scores="non_negative")
    held.do("absent", entry=1 + stream.below(7), round=2)
    for _ in range(3):
        held.publish()
        seated = held.seats()[0]
        if stream.below(3) == 0:
            held.do("no_show", entry=seated[0])
        for table in held.state.current.tables:
            if not table.decided:
                scores = {entry: 9 * entry for entry in table.present}
                held.result(table.number, *stream.shuffled(table.present), scores=scores)
        held.do("close_round")
    now = field(held.state)
    for name in SUMS:
        for entry in now.sheet:
            parts = explain(now, entry, name)
            assert len(parts) == len(now.sheet[entry])
            assert sum(part.value for part in parts if part.counts) == scalar(name)(now, entry)


@pytest.mark.parametrize("name", sorted(set(CRITERIA) - set(SUMS)))
def test_other_criteria_are_no_sums(name):
    held = event(4, rounds=2)
    held.play_round()
    assert explain(field(held.state), 1, name) == []
