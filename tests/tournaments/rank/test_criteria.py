"""FIDE's criteria for tables of two (tournaments 3.3).

`fide2026.json` holds random events with byes and forfeits and the values that
the MIT-licensed library tiebreak-core 1.2.0 (ruleset fide-2026) gives them. A
round there is [number, kind, half points, opponent or 0, seat].
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from games.tournaments.rank.counts import koya, wins
from games.tournaments.rank.criteria import CRITERIA, scalar
from games.tournaments.rank.field import Field
from games.tournaments.rank.lines import Line
from games.tournaments.rank.points import UNIT
from games.tournaments.rank.round_sums import (
    buchholz,
    buchholz_cut1,
    buchholz_cut2,
    median_buchholz,
    sonneborn_berger,
)

HALF = UNIT // 2
EVENTS = json.loads(Path(__file__).with_name("fide2026.json").read_text())


def line(number, kind, halves, opponent=0, seat=0):
    if kind != "played":
        return Line(number, kind, halves * HALF, (opponent,) if opponent else ())
    return Line(
        round=number,
        kind="played",
        points=halves * HALF,
        others=(opponent,),
        results=(halves,),
        table=1,
        seat=seat,
        size=2,
        place=1 if halves else 2,
        shared={2: 1, 1: 2, 0: 0}[halves],
    )


def field(entries, rounds, **more):
    sheet = {int(entry): [line(*one) for one in lines] for entry, lines in entries.items()}
    return Field(sheet, rounds, **more)


@pytest.mark.parametrize("event", EVENTS, ids=range(len(EVENTS)))
def test_values_equal_those_of_an_independent_library(event):
    held = field(event["entries"], event["rounds"], round_robin=event["round_robin"])
    for name, values in event["values"].items():
        ours = {entry: float(scalar(name)(held, int(entry))) for entry in values}
        assert ours == pytest.approx(values), name


def test_the_oracle_covers_every_kind_of_round_and_criterion():
    kinds = {one[1] for event in EVENTS for lines in event["entries"].values() for one in lines}
    assert kinds == {"played", "pab", "req", "fwin", "floss"}
    names = {name for event in EVENTS for name in event["values"]}
    assert {"buchholz", "buchholz_cut1", "sonneborn_berger", "koya", "average_buchholz"} <= names
    assert names <= set(CRITERIA)


def test_requested_byes_after_the_last_other_round_count_half_for_opponents():
    held = field(
        {
            1: [(1, "req", 1), (2, "played", 2, 2), (3, "req", 0), (4, "req", 0)],
            2: [(1, "pab", 2), (2, "played", 0, 1), (3, "pab", 2), (4, "pab", 2)],
        },
        4,
    )
    assert held.points[1] == 3 * HALF
    assert held.scores[1] == 5 * HALF
    assert buchholz(held, 2) == Fraction(5, 2) + 3 * 2


def test_a_dummy_is_capped_at_half_the_rounds_and_a_forfeits_at_the_opponent():
    held = field(
        {
            1: [(1, "pab", 2), (2, "fwin", 2, 2), (3, "fwin", 2, 3)],
            2: [(1, "played", 0, 3), (2, "floss", 0, 1), (3, "pab", 2)],
            3: [(1, "played", 2, 2), (2, "pab", 2), (3, "floss", 0, 1)],
        },
        3,
    )
    assert buchholz(held, 1) == Fraction(3, 2) + 1 + 2


def test_cut_one_leaves_out_a_voluntary_unplayed_round_before_anything_lower():
    held = field(
        {
            1: [(1, "played", 2, 2), (2, "req", 1), (3, "played", 2, 3)],
            2: [(1, "played", 0, 1), (2, "played", 0, 3), (3, "pab", 0)],
            3: [(1, "pab", 2), (2, "played", 2, 2), (3, "played", 0, 1)],
        },
        3,
    )
    assert buchholz(held, 1) == 0 + Fraction(3, 2) + 2
    assert buchholz_cut1(held, 1) == 0 + 2
    assert buchholz_cut2(held, 1) == 2
    assert median_buchholz(held, 1) == 0


def test_sonneborn_berger_multiplies_by_the_points_of_the_round():
    held = field(
        {
            1: [(1, "played", 1, 2), (2, "pab", 2)],
            2: [(1, "played", 1, 1), (2, "pab", 2)],
        },
        2,
    )
    assert sonneborn_berger(held, 1) == Fraction(3, 2) * Fraction(1, 2) + 1


def test_a_bye_worth_less_than_a_win_is_no_win():
    held = field({1: [(1, "pab", 1), (2, "pab", 2), (3, "fwin", 2)]}, 3)
    assert wins(held, 1) == 2


def test_where_points_are_raw_scores_a_win_is_a_table_won_or_a_forfeit():
    rounds = [
        (1, "played", 2, 2),
        (2, "played", 0, 2),
        (3, "pab", 0),
        (4, "fwin", 0),
        (5, "req", 0),
    ]
    held = field({1: rounds, 2: [(1, "played", 0, 1), (2, "played", 2, 1)]}, 5, full_win=0)
    assert [wins(held, entry) for entry in (1, 2)] == [2, 1]


def test_koya_leaves_out_points_against_the_excluded():
    held = field({1: [(1, "fwin", 2, 9), (2, "played", 2, 2)], 2: [(2, "played", 0, 1)]}, 2)
    assert koya(replace(held, round_robin=True), 1) == 0


def test_koya_counts_points_against_those_with_half_of_the_possible_points():
    held = field(
        {
            1: [(1, "played", 2, 2), (2, "played", 1, 3)],
            2: [(1, "played", 0, 1), (3, "played", 0, 3)],
            3: [(2, "played", 1, 1), (3, "fwin", 2, 2)],
        },
        3,
        round_robin=True,
    )
    assert koya(held, 1) == Fraction(1, 2)


def test_penalties_change_the_points_that_opponents_count():
    held = field({1: [(1, "played", 2, 2)], 2: [(1, "played", 0, 1)]}, 1, adjustments={1: -HALF})
    assert held.points[1] == HALF
    assert buchholz(held, 2) == Fraction(1, 2)
