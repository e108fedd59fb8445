"""The longest run of successes, player by player."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rank.runs import Run, longest_runs


def test_a_failure_ends_a_run_and_the_first_of_equal_runs_of_a_player_stands():
    results = [(7, at, one == "w") for at, one in enumerate("wwlwwwlwww")]
    assert longest_runs(results) == [Run(7, 3, 3, 5)]


def test_all_who_share_the_longest_run_are_told_in_the_order_in_which_they_reached_it():
    results = [(1, "a", True), (2, "a", True), (2, "b", True), (1, "c", True), (3, "c", True)]
    assert longest_runs(results) == [Run(2, 2, "a", "b"), Run(1, 2, "a", "c")]


def test_nobody_who_never_succeeded_has_a_run():
    assert longest_runs([(1, "a", False)]) == []
    assert longest_runs([]) == []


@given(st.lists(st.tuples(st.integers(1, 3), st.booleans()), max_size=40))
def test_it_is_the_longest_in_each_players_own_row(rows):
    runs = longest_runs([(who, at, won) for at, (who, won) in enumerate(rows)])
    longest = max(
        (
            len(part)
            for one in {who for who, _ in rows}
            for part in "".join("w" if won else "l" for who, won in rows if who == one).split("l")
        ),
        default=0,
    )
    assert {run.length for run in runs} == ({longest} if longest else set())
