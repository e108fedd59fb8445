"""Unplayed rounds as tournaments 3.2 defines them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.tournaments.pair.byes import (
    ByePoints,
    bye_order,
    byes_had,
    half_byes_taken,
    latest_joining_round,
    missed_rounds,
    requested_points,
    unplayed_rounds,
)
from games.tournaments.pair.contenders import Contender
from games.tournaments.rank.lines import Line, played_lines, times_met
from games.tournaments.rank.points import UNIT

POINTS = ByePoints(full_win=UNIT, pab=UNIT)


@pytest.mark.parametrize(("rounds", "latest"), [(11, 6), (12, 7), (5, 3), (1, 1)])
def test_late_entry_is_open_until_half_time(rounds, latest):
    assert latest_joining_round(rounds) == latest


def test_a_late_entry_gets_one_half_point_for_one_missed_round():
    assert missed_rounds(POINTS, 4) == {1: UNIT // 2, 2: 0, 3: 0}
    assert missed_rounds(POINTS, 1) == {}
    assert missed_rounds(replace(POINTS, half_byes=2), 4) == {1: UNIT // 2, 2: 0, 3: 0}
    assert missed_rounds(replace(POINTS, half_byes=0), 4) == {1: 0, 2: 0, 3: 0}


def test_a_requested_bye_is_paid_once_and_only_when_announced():
    assert requested_points(POINTS, taken=0) == UNIT // 2
    assert requested_points(POINTS, taken=1) == 0
    assert requested_points(POINTS, taken=0, announced=False) == 0


def test_a_forfeit_win_counts_as_a_bye_and_a_requested_one_does_not():
    lines = [
        Line(1, "pab", UNIT),
        Line(2, "fwin", UNIT, others=(2,)),
        Line(3, "req", UNIT // 2),
        Line(4, "floss", 0, others=(3,)),
        Line(5, "played", 0, others=(4,), results=(0,)),
    ]
    assert (byes_had(lines), unplayed_rounds(lines), half_byes_taken(lines)) == (2, 4, 1)


def test_byes_go_to_fewest_byes_then_lowest_score_then_fewest_unplayed_then_last():
    field = [
        Contender(1, 300, byes=0, unplayed=0),
        Contender(2, 200, byes=0, unplayed=0),
        Contender(3, 200, byes=0, unplayed=1),
        Contender(4, 200, byes=0, unplayed=0),
        Contender(5, 100, byes=1, unplayed=1),
    ]
    assert bye_order(field) == [4, 2, 3, 1, 5]


def test_a_table_becomes_one_line_for_each_who_played():
    lines = played_lines(2, 7, [11, 12, 13], [1, 3, 1], [10, 0, 10], [5, 0, 5], [0, 2, 3])
    assert lines[11] == Line(
        round=2,
        kind="played",
        points=10,
        others=(12, 13),
        results=(2, 1),
        table=7,
        seat=0,
        size=3,
        place=1,
        shared=2,
        score=5,
        total=10,
    )
    assert (lines[12].place, lines[12].shared, lines[12].results) == (3, 0, (0, 0))
    assert lines[13].seat == 3


def test_meetings_are_counted_at_played_tables_only():
    sheet = {
        1: [Line(1, "played", 0, others=(2, 3)), Line(2, "fwin", 0, others=(2,))],
        2: [Line(1, "played", 0, others=(1, 3)), Line(2, "floss", 0, others=(1,))],
        3: [Line(1, "played", 0, others=(1, 2)), Line(2, "pab", 0)],
    }
    assert times_met(sheet) == {(1, 2): 1, (1, 3): 1, (2, 3): 1}
