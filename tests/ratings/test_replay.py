"""Replay, corrections and snapshots as tournaments 1.6 defines them."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ratings.algorithm import Rating, grow, new_side, newcomer, update
from games.ratings.log import LogError, LogRow, Team, current_rows, ladder_keys
from games.ratings.replay import NotNewestError, append, replay
from games.ratings.state import (
    LadderState,
    PlayerState,
    SideMember,
    differences,
    dump_state,
    load_state,
    season_start,
)

DAY = 86400.0


def duel(number, winner, loser, *, at=None, match=None, **more):
    return LogRow(
        number=number,
        match=match or f"m{number:03}",
        finished_at=DAY * number if at is None else at,
        kind="ffa",
        teams=(Team((winner,), 1), Team((loser,), 2)),
        **more,
    )


@st.composite
def logs(draw):
    rows = []
    for number in range(1, draw(st.integers(1, 12)) + 1):
        players = draw(st.permutations(range(1, 8)))[: draw(st.integers(2, 6))]
        teams = tuple(Team((one,), draw(st.integers(1, 4))) for one in players)
        at = float(draw(st.integers(0, 40))) * DAY
        rows.append(LogRow(number, f"m{draw(st.integers(0, 9))}{number:02}", at, "ffa", teams))
    return rows


@given(logs())
def test_replay_equals_appending_match_by_match(rows):
    state = LadderState()
    entries = []
    for row in current_rows(rows):
        result = append(state, row)
        state = result.state
        entries += result.entries
    whole = replay(rows)
    assert whole.state == state
    assert whole.entries == entries


@given(logs(), st.randoms(use_true_random=False))
def test_the_order_of_reading_the_log_is_irrelevant(rows, random):
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert replay(shuffled) == replay(rows)


@given(logs(), st.data())
def test_voiding_a_match_equals_never_having_played_it(rows, data):
    gone = data.draw(st.sampled_from(rows))
    void = replace(gone, number=len(rows) + 1, supersedes=gone.number, void=True, teams=())
    without = [row for row in rows if row is not gone]
    assert replay([*rows, void]) == replay(without)


@given(logs(), st.data())
@settings(max_examples=50)
def test_a_snapshot_continues_as_the_whole_replay(rows, data):
    order = current_rows(rows)
    cut = data.draw(st.integers(0, len(order)))
    start = replay(order[:cut]).state
    restored = load_state(json.loads(json.dumps(dump_state(start))))
    assert restored == start
    assert replay(rows, start=restored).state == replay(rows).state


def test_matches_count_by_end_then_match_id():
    rows = [duel(1, 1, 2, at=50.0, match="b"), duel(2, 2, 1, at=50.0, match="a")]
    assert [entry.match for entry in replay(rows).entries] == ["a", "a", "b", "b"]


def test_entries_hold_the_stored_rating_before_and_after():
    rows = [duel(1, 1, 2), duel(2, 1, 2)]
    first, second = (entry for entry in replay(rows).entries if entry.member == 1)
    assert first.before == newcomer()
    assert second.before == first.after
    assert first.after == Rating(round(first.after.mu, 6), round(first.after.sigma, 6))


def test_idle_days_are_counted_from_the_last_rated_match():
    rows = [duel(1, 1, 2, at=0.0), duel(2, 1, 3, at=100.5 * DAY)]
    once = replay(rows[:1]).state.members[1]
    ready = Rating(once.mu, grow(once.sigma, 100.5))
    expected = update([[ready], [newcomer()]], [1, 2])[0][0]
    assert replay(rows).state.members[1].mu == pytest.approx(expected.mu, abs=1e-6)


def test_upto_leaves_out_later_matches():
    rows = [duel(1, 1, 2), duel(2, 1, 2), duel(3, 2, 1)]
    assert replay(rows, upto=2 * DAY) == replay(rows[:2])


def test_an_older_match_cannot_be_appended():
    state = replay([duel(2, 1, 2)]).state
    with pytest.raises(NotNewestError):
        append(state, duel(1, 1, 2))
    with pytest.raises(NotNewestError):
        append(state, duel(2, 1, 2))


def test_a_superseding_row_replaces_the_match_and_may_be_voided_in_turn():
    wrong = duel(1, 1, 2, at=10.0, match="m")
    right = duel(2, 2, 1, at=10.0, match="m", supersedes=1)
    assert replay([wrong, right]) == replay([replace(right, supersedes=None)])
    void = replace(right, number=3, supersedes=2, void=True)
    assert replay([wrong, right, void]).entries == []
    again = replace(right, number=4, supersedes=3)
    assert len(replay([wrong, right, void, again]).entries) == 2


def test_unrated_rows_move_nobody():
    assert replay([duel(1, 1, 2, rated=False)]).entries == []


@pytest.mark.parametrize(
    "rows",
    [
        [duel(1, 1, 2, match="m"), duel(2, 1, 2, match="m")],
        [duel(1, 1, 2, match="m", supersedes=9)],
        [duel(1, 1, 2, match="m", void=True)],
        [
            duel(1, 1, 2, match="m"),
            duel(2, 1, 2, match="m", supersedes=1),
            duel(3, 1, 2, match="m", supersedes=1),
        ],
    ],
)
def test_a_log_that_contradicts_itself_is_refused(rows):
    with pytest.raises(LogError):
        replay(rows)


def sides(number, *, winners, losers, free=()):
    teams = [Team(tuple(winners), 1, "red"), Team(tuple(losers), 2, "black")]
    teams += [Team((one,), rank, "free") for one, rank in free]
    return LogRow(number, f"m{number}", DAY * number, "group", tuple(teams))


def test_every_side_has_a_virtual_member_keyed_by_side_and_table_size():
    state = replay([sides(1, winners=[1, 2], losers=[3, 4])]).state
    red, black = SideMember("red", 4), SideMember("black", 4)
    assert {red, black} < set(state.members)
    assert state.members[red].mu > 25 > state.members[black].mu
    assert SideMember("red", 5) not in state.members


def test_the_side_member_takes_part_in_the_sums_of_its_side():
    state = replay([sides(1, winners=[1, 2], losers=[3])]).state
    teams = [[newcomer(), newcomer(), new_side()], [newcomer(), new_side()]]
    expected = update(teams, [1, 2], "group")
    assert state.members[1].mu == pytest.approx(expected[0][0].mu, abs=1e-6)
    assert state.members[SideMember("black", 3)].mu == pytest.approx(expected[1][1].mu, abs=1e-6)


def test_two_independents_share_one_side_member_that_learns_from_both():
    row = sides(1, winners=[1], losers=[2], free=[(3, 1), (4, 2)])
    free = replay([row]).state.members[SideMember("free", 4)]
    teams = [[newcomer(), new_side()]] * 4
    _, _, third, fourth = update(teams, [1, 2, 1, 2], "group")
    moved = (third[1].mu - 25) + (fourth[1].mu - 25)
    s2 = 16 + (25 / 300) ** 2
    kept = third[1].sigma ** 2 / s2 + fourth[1].sigma ** 2 / s2 - 1
    assert free.mu == pytest.approx(25 + moved, abs=1e-6)
    assert free.sigma == pytest.approx(sqrt(s2 * kept), abs=1e-6)
    assert free.matches == 1


def test_side_members_persist_across_matches_and_snapshots():
    rows = [sides(n, winners=[1, 2], losers=[3, 4], free=[(5, 2)]) for n in range(1, 4)]
    state = replay(rows).state
    assert state.members[SideMember("red", 5)].matches == 3
    assert load_state(json.loads(json.dumps(dump_state(state)))) == state


def test_a_match_enters_the_ladders_of_site_and_club():
    keys = ladder_keys(
        game="deadline_99", mode="survivor", club="owls", site_season=None, club_season="2026"
    )
    assert [str(key) for key in keys] == [
        "site/deadline_99/survivor/all",
        "owls/deadline_99/survivor/all",
        "owls/deadline_99/survivor/2026",
    ]


def test_a_cache_that_strays_from_the_replay_is_named():
    state = replay([duel(1, 1, 2)]).state
    members = dict(state.members)
    members[1] = members[1]._replace(mu=members[1].mu + 2e-5)
    assert differences(LadderState(members, state.last, state.pairs), state) == [1]
    assert differences(state, state) == []
    del members[2]
    assert differences(LadderState(members), state) == [1, 2, (1, 2)]


def test_a_replay_is_identical_when_run_twice():
    numbers = count(1)
    rows = [duel(next(numbers), a, b) for a in range(1, 6) for b in range(a + 1, 7)]
    assert replay(rows) == replay(rows)


def test_a_season_begins_a_fifth_nearer_the_mean_and_less_certain():
    start = season_start(LadderState({1: PlayerState(30.0, 3.0, 40, 9.0)}, (9.0, "m")))
    assert start == LadderState({1: PlayerState(29.0, 5.0, 0, None)}, None)


def test_a_seasons_sigma_never_exceeds_the_start():
    start = season_start(LadderState({1: PlayerState(20.0, 8.0, 4, 9.0)}))
    assert start.members[1] == PlayerState(21.0, round(25 / 3, 6))


def test_sigma_is_widened_by_sixteen():
    start = season_start(LadderState({1: PlayerState(25.0, 2.0, 4, 9.0)}))
    assert start.members[1].sigma == pytest.approx(sqrt(20), abs=1e-6)
