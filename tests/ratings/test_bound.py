"""What one opponent can bring is bounded; decision 0035."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings.algorithm import new_side, newcomer, update
from games.ratings.bound import CAP, HALF_LIFE, Pair, carried, weight
from games.ratings.log import LogRow, Team
from games.ratings.replay import replay
from games.ratings.state import SideMember

DAY = 86400.0
NUMBERS = count(1)


def match(*ranked, at=0.0, version=2, kind="ffa", ranks=None, sides=None):
    """Return a match of teams, best first; a number is a team of one."""
    number = next(NUMBERS)
    teams = tuple(
        Team(
            team if isinstance(team, tuple) else (team,),
            rank,
            sides[index] if sides else None,
        )
        for index, (team, rank) in enumerate(
            zip(ranked, ranks or range(1, len(ranked) + 1), strict=True)
        )
    )
    return LogRow(number, f"m{number:05}", at * DAY, kind, teams, version=version)


def gained(rows, player=1):
    return replay(rows).state.members[player].mu - newcomer().mu


def test_a_first_meeting_counts_as_before_the_bound():
    new, old = (replay([match(1, 2, 3, at=1, version=version)]) for version in (2, 1))
    assert [one[1:] for one in new.entries] == [one[1:] for one in old.entries]


def test_two_who_lose_to_one_bring_two_caps_and_not_much_more():
    rows = [match(1, 2 + number % 2, at=number / 4) for number in range(400)]
    assert 2 * CAP <= gained(rows) < 2 * CAP + 1.2
    free = [match(1, 2 + number % 2, at=number / 4, version=1) for number in range(400)]
    assert gained(free) > 10 * CAP


def test_a_partner_who_knows_nothing_does_not_carry_more_than_the_cap():
    rows = [match((1, 10 + n), (2, 500 + n), at=n / 4) for n in range(200)]
    assert gained(rows) < CAP + 1.2


def test_losing_to_them_counts_in_full_and_gives_it_back():
    rows = [match(1, 2, at=number / 4) for number in range(60)]
    before = replay(rows).state
    stuck = replay([match(1, 2, at=16)], start=before).state
    back = replay([match(2, 1, at=16)], start=before).state
    assert stuck.members[1].mu == pytest.approx(before.members[1].mu, abs=0.01)
    free = replay([match(2, 1, at=16, version=1)], start=before).state
    assert back.members[1] == free.members[1]
    assert back.pairs[1, 2].to_first < before.pairs[1, 2].to_first


def test_certainty_is_bounded_with_the_points():
    rows = [match(1, 2, at=number / 4) for number in range(60)]
    before = replay(rows).state
    after = replay([match(1, 2, at=15)], start=before).state
    assert after.members[1].sigma >= before.members[1].sigma


def test_others_are_not_touched_by_what_two_people_do():
    fed = [match(1, 2, at=number / 4) for number in range(60)]
    entries = replay([*fed, match(1, 3, at=20)]).entries
    state = replay(fed).state
    free = replay([match(1, 3, at=20, version=1)], start=state).state
    assert entries[-2].after.mu == pytest.approx(free.members[1].mu, abs=1e-4)


def test_half_of_it_is_forgotten_after_the_half_life():
    assert Pair(2.0, -1.0, 0.0).faded(HALF_LIFE * DAY) == Pair(1.0, -0.5, HALF_LIFE * DAY)


def test_a_new_season_carries_what_was_brought_and_forgets_crumbs():
    pairs = {(1, 2): Pair(1.0, -2.0, 9.0), (1, 3): Pair(0.02, -0.02, 9.0)}
    assert carried(pairs, 0.8) == {(1, 2): Pair(0.8, -1.6, 9.0)}


@given(st.floats(-10, 10), st.floats(-10, 10))
def test_a_weight_falls_from_one_to_nothing(gain, lost):
    assert 0 <= weight(gain, lost) <= 1
    assert weight(gain, lost) == 1 or max(gain, lost) > 0
    assert weight(gain + 1, lost) <= weight(gain, lost)


def test_matches_of_an_earlier_version_neither_obey_nor_fill_the_bound():
    rows = [match(1, 2, at=number / 4, version=1) for number in range(60)]
    state = replay(rows).state
    assert not state.pairs
    assert replay([match(1, 2, at=20)], start=state).state.members == (
        replay([match(1, 2, at=20, version=1)], start=state).state.members
    )


def test_what_both_sides_of_a_duel_gain_and_lose_stays_in_balance():
    rows = [match(1, 2, at=number / 4) for number in range(30)]
    before = replay(rows).state
    after = replay([match(1, 2, at=8)], start=before)
    pulls = [
        (entry.after.mu - entry.before.mu) / (before.members[entry.member].sigma ** 2)
        for entry in after.entries
    ]
    assert sum(pulls) == pytest.approx(0, abs=1e-4)


def test_the_virtual_member_of_a_side_learns_from_the_mean_of_its_people():
    row = match((1, 2), (3, 4), kind="group", sides=("red", "black"))
    state = replay([row]).state
    expected = update([[newcomer(), newcomer(), new_side()]] * 2, [1, 2], "group")
    assert state.members[SideMember("red", 4)].mu == pytest.approx(expected[0][2].mu, abs=1e-6)
    assert set(state.pairs) == {(1, 3), (1, 4), (2, 3), (2, 4)}
