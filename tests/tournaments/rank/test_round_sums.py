"""Criteria for tables of any size (tournaments 3.3, second table)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.direct.sheet import field as standings_field
from games.tournaments.pair.chance import Stream
from games.tournaments.rank.counts import games_won
from games.tournaments.rank.criteria import CRITERIA, explain, scalar
from games.tournaments.rank.field import Field
from games.tournaments.rank.lines import Line, played_lines
from games.tournaments.rank.points import UNIT, Scoring, table_points
from games.tournaments.rank.round_sums import (
    beaten,
    best_table,
    buchholz,
    opponents,
    relative,
    sonneborn_berger,
    table_wins,
    total_score,
)
from tests.tournaments.direct.support import event


def table(number, entries, ranks, scores=None):
    points = table_points(Scoring(), ranks)
    return played_lines(number, 1, entries, ranks, points, scores)


def field(*tables, unplayed=(), rounds=3):
    sheet = {}
    for lines in (*tables, *unplayed):
        for entry, line in lines.items():
            sheet.setdefault(entry, []).append(line)
    return Field(sheet, rounds)


EVENING = field(
    table(1, [1, 2, 3], [1, 2, 3], [30, 10, 10]),
    table(1, [4, 5, 6], [1, 1, 3], [20, 20, 0]),
    table(2, [1, 4, 6], [3, 1, 2], [0, 0, 0]),
    table(2, [5, 2, 3], [1, 2, 2], [6, 3, 1]),
)


def test_wins_count_a_shared_first_place_as_its_share():
    assert [table_wins(EVENING, entry) for entry in (1, 4, 5, 2)] == [
        1,
        Fraction(3, 2),
        Fraction(3, 2),
        0,
    ]


def test_a_round_won_by_playing_is_one_in_which_everybody_was_beaten():
    assert [games_won(EVENING, entry) for entry in range(1, 7)] == [1, 0, 0, 1, 1, 0]


def test_opponents_are_the_mean_points_of_the_others():
    points = {entry: Fraction(units, UNIT) for entry, units in EVENING.points.items()}
    assert points == {
        1: 1,
        2: Fraction(3, 4),
        3: Fraction(1, 4),
        4: Fraction(7, 4),
        5: Fraction(7, 4),
        6: Fraction(1, 2),
    }
    expected = (points[2] + points[3]) / 2 + (points[4] + points[6]) / 2
    assert opponents(EVENING, 1) == expected == buchholz(EVENING, 1)


def test_beaten_are_the_points_of_those_beaten_and_half_of_those_tied():
    points = {entry: Fraction(units, UNIT) for entry, units in EVENING.points.items()}
    first = (points[5] / 2 + points[6]) / 2
    second = (points[1] + points[6]) / 2
    assert beaten(EVENING, 4) == first + second


def test_one_who_is_beaten_and_then_rests_counts_half_a_point_for_each_rest():
    held = field(table(1, [1, 2, 3], [1, 2, 3]), unplayed=[{2: Line(2, "req", 0)}])
    assert held.points[2] == UNIT // 2
    assert beaten(held, 1) == Fraction(1, 2)


def test_an_unplayed_round_adds_to_beaten_by_its_own_points():
    held = field(unplayed=[{1: Line(1, "pab", UNIT)}, {1: Line(2, "req", UNIT // 2)}])
    assert beaten(held, 1) == Fraction(3, 2) * (1 + Fraction(1, 2)) == sonneborn_berger(held, 1)


@pytest.mark.parametrize("full_win", [5 * UNIT, 60 * UNIT])
def test_a_bye_beats_its_dummy_once_however_many_points_a_win_gives(full_win):
    rests = [{1: Line(1, "pab", full_win)}, {1: Line(2, "req", full_win // 2)}]
    held = replace(field(*rests), full_win=full_win)
    dummy = Fraction(3 * full_win, 2 * UNIT)
    assert beaten(held, 1) == dummy * (1 + Fraction(1, 2))


def test_with_raw_scores_only_a_forfeit_won_beats_its_dummy():
    rests = [{1: Line(1, "pab", 30 * UNIT)}, {1: Line(2, "fwin", 0, (2,)), 2: Line(2, "floss", 0)}]
    held = replace(field(*rests, {2: Line(1, "pab", 7 * UNIT)}), full_win=0)
    assert beaten(held, 1) == 7


def test_relative_is_the_share_of_the_tables_score_and_equal_where_it_is_nought():
    assert relative(EVENING, 1) == Fraction(30, 50) + Fraction(1, 3)
    assert relative(EVENING, 5) == Fraction(1, 2) + Fraction(6, 10)
    assert best_table(EVENING, 5) == Fraction(6, 10)
    assert total_score(EVENING, 5) == 26


def test_a_table_with_a_negative_score_gives_equal_shares():
    held = field(table(1, [1, 2], [1, 2], [10, -4]))
    assert (relative(held, 1), relative(held, 2)) == (Fraction(1, 2), Fraction(1, 2))


def test_survivor_games_have_no_relative_score():
    held = field(table(1, [1, 2], [1, 2]))
    assert (relative(held, 1), best_table(held, 1), total_score(held, 1)) == (0, 0, 0)


def test_a_full_bye_counts_as_a_win_and_a_half_one_not():
    held = field(unplayed=[{1: Line(1, "pab", UNIT)}, {1: Line(2, "req", UNIT // 2)}])
    assert table_wins(held, 1) == 1


duels = st.lists(
    st.tuples(st.permutations(range(1, 7)), st.lists(st.integers(0, 2), min_size=3, max_size=3)),
    min_size=1,
    max_size=5,
)


@given(duels)
def test_for_tables_of_two_they_equal_fides_criteria(rounds):
    tables = []
    for number, (order, outcomes) in enumerate(rounds, 1):
        for at, outcome in enumerate(outcomes):
            ranks = {0: [1, 2], 1: [1, 1], 2: [2, 1]}[outcome]
            tables.append(table(number, order[2 * at : 2 * at + 2], ranks))
    held = field(*tables, rounds=len(rounds))
    for entry in held.sheet:
        assert opponents(held, entry) == buchholz(held, entry)
        assert beaten(held, entry) == sonneborn_berger(held, entry)


SUMS = (
    "buchholz",
    "buchholz_cut1",
    "buchholz_cut2",
    "median_buchholz",
    "opponents",
    "sonneborn_berger",
    "table_wins",
    "beaten",
    "board_points",
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
    now = standings_field(held.state)
    for name in SUMS:
        for entry in now.sheet:
            parts = explain(now, entry, name)
            assert len(parts) == len(now.sheet[entry])
            assert sum(part.value for part in parts if part.counts) == scalar(name)(now, entry)


@pytest.mark.parametrize("name", sorted(set(CRITERIA) - set(SUMS)))
def test_other_criteria_are_no_sums(name):
    held = event(4, rounds=2)
    held.play_round()
    assert explain(standings_field(held.state), 1, name) == []
