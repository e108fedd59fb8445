"""The ladder's order and line as tournaments 1.5 defines them."""

from __future__ import annotations

from games.ratings.ladder import ladder_table
from games.ratings.state import PlayerState, SideMember

DAY = 86400.0
NOW = 1000 * DAY


def state(mu=25.0, sigma=3.0, matches=20, days_ago=0.0):
    return PlayerState(mu, sigma, matches, NOW - days_ago * DAY)


def players(rows):
    return [(row.rank, row.player) for row in rows]


def test_the_ladder_goes_by_the_cautious_number():
    rows = ladder_table({1: state(27, 5), 2: state(26, 2), 3: state(20, 2)}, now=NOW)
    assert players(rows) == [(1, 2), (2, 1), (3, 3)]
    assert (rows[0].rating, rows[0].cautious) == (1515, 1455)


def test_ties_go_by_matches_then_earlier_last_match_then_id():
    held = {
        4: state(matches=20),
        3: state(matches=20),
        2: state(matches=21),
        1: PlayerState(25.0, 3.0, 20, NOW),
    }
    held[5] = held[4]._replace(last_match=NOW - 1.0)
    assert [row.player for row in ladder_table(held, now=NOW)] == [2, 5, 1, 3, 4]


def test_who_is_provisional_or_idle_stands_below_without_a_rank():
    held = {
        1: state(30, matches=9),
        2: state(29, sigma=6.0),
        3: state(28, sigma=2.0, days_ago=91),
        4: state(10),
        5: state(10, days_ago=90),
    }
    rows = ladder_table(held, now=NOW)
    assert players(rows)[:2] == [(1, 4), (2, 5)]
    below = {row.player: row for row in rows[2:]}
    assert {player: row.why for player, row in below.items()} == {
        1: "few_matches",
        2: "uncertain",
        3: "idle",
    }
    assert (below[1].needs, below[1].rank) == (1, None)


def test_sigma_is_grown_to_today():
    rows = ladder_table({1: state(25, 3, days_ago=50)}, now=NOW)
    assert rows[0].cautious < 1500 - 90


def test_the_idle_limit_is_a_setting():
    assert ladder_table({1: state(days_ago=20)}, now=NOW, active_days=10)[0].why == "idle"


def test_side_members_and_players_without_a_match_are_not_listed():
    held = {SideMember("red", 5): state(), 1: PlayerState(25.0, 5.0), 2: state()}
    assert [row.player for row in ladder_table(held, now=NOW)] == [2]
