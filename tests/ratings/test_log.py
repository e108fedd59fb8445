"""Who were opponents in a match of the log, and who won (tournaments 1.4)."""

from __future__ import annotations

from games.ratings.log import LogRow, Team


def row(number, *teams, kind="ffa"):
    return LogRow(number, f"m{number}", float(number), kind, teams)


def test_head_to_head_counts_opponents_of_shared_matches_only():
    rows = [
        row(1, Team((1,), 1), Team((2,), 2), Team((3,), 3)),
        row(2, Team((2,), 1), Team((1,), 1)),
        row(3, Team((1, 2), 1), Team((3, 4), 2)),
        row(4, Team((2,), 1), Team((1,), 2)),
        row(5, Team((1,), 1, "red"), Team((2,), 1, "free"), Team((3,), 2, "black"), kind="group"),
        row(6, Team((2,), 1), Team((3,), 2)),
    ]
    assert [one.outcome(1, 2) for one in rows] == [1, 0, None, -1, None, None]
