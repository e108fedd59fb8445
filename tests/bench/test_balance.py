"""Measuring a game's balance: who gets how much of a first place, and how sure that is."""

from __future__ import annotations

import pytest

from bench.balance import Outcome, Table, combinations, length_row, play, points_of, wilson
from games.engine.contract import Contest, Side
from games.registry import current_rules

TEAMS = Contest("teams", (Side((0, 2)), Side((1, 3))))
ROLES = (Side((0, 3), "red"), Side((1,), "black"), Side((2,), "free"))


def test_a_team_is_one_party_and_a_draw_half_a_win():
    assert points_of(TEAMS, (1, 2, 1, 2)) == {"seats 0, 2": 1, "seats 1, 3": 0}
    assert points_of(TEAMS, (1, 1, 1, 1)) == {"seats 0, 2": 0.5, "seats 1, 3": 0.5}


def test_a_role_and_its_seats_win_together_and_grouped_winners_share_nothing():
    points = points_of(Contest("factions", ROLES, grouped=True), (1, 2, 1, 1))
    assert points == {
        "red": 1, "black": 0, "free": 1, "seat 0": 1, "seat 1": 0, "seat 2": 1, "seat 3": 1
    }  # fmt: skip


def test_wilson_gives_the_published_interval():
    """Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


def test_the_same_match_is_played_again():
    meta = current_rules("deadline_99").meta
    (options,) = combinations(meta, 3, {}, [])
    table = Table(meta.key, meta.ruleset, options, ("novice",) * 3)
    first = play(table, 5)
    assert first == play(table, 5)
    assert sum(first.points.values()) == 1


def test_every_value_of_an_option_is_tried():
    meta = current_rules("death_frontline").meta
    pairs = combinations(meta, 2, {"max_rounds": 20}, ["allies", "axis"])
    assert len({(chosen["allies"], chosen["axis"]) for chosen in pairs}) == len(pairs) == 4
    assert {chosen["max_rounds"] for chosen in pairs} == {20}


def test_ends_and_lengths_are_told_together():
    outcomes = [Outcome({}, reason, reason == "cap", n) for n, reason in enumerate(["cap", *"aaa"])]
    assert length_row("usual", outcomes) == "| usual | a 75.0%, cap 25.0% | 25.0% | 2 | 1–2 |"
