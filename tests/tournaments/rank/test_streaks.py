"""An arena's points: doubled after two wins in a row, until a game is not won."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rank.lines import Line, played_lines
from games.tournaments.rank.points import UNIT, Scoring, table_points
from games.tournaments.rank.streaks import on_streak, streaked

ARENA = Scoring("arena")
RANKS = {"W": [1, 2], "D": [1, 1], "L": [2, 1]}


def games(letters):
    """Return an entry's lines: won, drawn and lost games, F won and X lost without play."""
    found = []
    for table, letter in enumerate(letters, 1):
        if letter in RANKS:
            ranks = RANKS[letter]
            points = table_points(ARENA, ranks)
            found.append(played_lines(1, table, [1, 2], ranks, points)[1])
        else:
            kind, points = ("fwin", ARENA.full_win) if letter == "F" else ("floss", 0)
            found.append(Line(1, kind, points, (2,), table=table, seat=0))
    return found


def counted(letters):
    return [line.points // UNIT for line in streaked(games(letters))]


@pytest.mark.parametrize(
    ("letters", "counts"),
    [
        ("", []),
        ("W", [2]),
        ("D", [1]),
        ("L", [0]),
        ("WWD", [2, 2, 2]),
        ("WWDD", [2, 2, 2, 1]),
        ("WWDW", [2, 2, 2, 2]),
        ("WWW", [2, 2, 4]),
        ("WWWWW", [2, 2, 4, 4, 4]),
        ("WWLW", [2, 2, 0, 2]),
        ("WWWLWWW", [2, 2, 4, 0, 2, 2, 4]),
        ("WDWDW", [2, 1, 2, 1, 2]),
        ("DWWD", [1, 2, 2, 2]),
        ("WWWDWWD", [2, 2, 4, 2, 2, 2, 2]),
        ("FWF", [2, 2, 4]),
        ("WWXW", [2, 2, 0, 2]),
    ],
)
def test_games_count(letters, counts):
    assert counted(letters) == counts


def test_the_example_of_the_specification_is_worth_six():
    assert sum(counted("WWD")) == 6


@pytest.mark.parametrize(
    ("letters", "burns"),
    [("", False), ("W", False), ("WW", True), ("FW", True), ("WWW", True), ("WWD", False),
     ("WWL", False), ("WWDW", False), ("WWX", False), ("DWW", True)],
)  # fmt: skip
def test_a_streak_is_the_last_two_games_won(letters, burns):
    assert on_streak(streaked(games(letters))) is burns


def test_games_are_numbered_from_one():
    assert [line.round for line in streaked(games("WLD"))] == [1, 2, 3]


@given(st.text("WDLFX", max_size=40))
def test_a_streak_doubles_exactly_what_follows_two_wins(letters):
    single = {"W": 2, "F": 2, "D": 1, "L": 0, "X": 0}
    for at, points in enumerate(counted(letters)):
        before = letters[max(0, at - 2) : at]
        doubled = len(before) == 2 and set(before) <= {"W", "F"}
        assert points == single[letters[at]] * (2 if doubled else 1)
