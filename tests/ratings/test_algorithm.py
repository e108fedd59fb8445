"""WLBT as tournaments 1.4 defines it: vectors, properties, openskill as oracle."""

from __future__ import annotations

from math import isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from games.ratings.algorithm import (
    Rating,
    grow,
    new_side,
    newcomer,
    stored,
    update,
    win_chance,
)
from games.ratings.display import change

NEW = newcomer()

ratings = st.builds(Rating, st.floats(0, 50), st.floats(0.5, 25 / 3))


@st.composite
def matches(draw):
    count = draw(st.integers(2, 8))
    largest = draw(st.integers(1, 3))
    teams = [draw(st.lists(ratings, min_size=1, max_size=largest)) for _ in range(count)]
    ranks = draw(st.lists(st.integers(1, 5), min_size=count, max_size=count))
    return teams, ranks, draw(st.sampled_from(["ffa", "group"]))


def ffa(count, rating=NEW):
    return update([[rating]] * count, list(range(1, count + 1)))


@pytest.mark.parametrize(
    ("players", "changes"),
    [
        (2, [31, -31]),
        (4, [47, 16, -16, -47]),
        (10, [56, 44, 31, 19, 6, -6, -19, -31, -44, -56]),
    ],
)
def test_first_game_changes_are_those_of_the_spec(players, changes):
    assert [change(NEW, team[0]) for team in ffa(players)] == changes


@pytest.mark.parametrize(("players", "first", "last"), [(2, 5, -5), (4, 8, -8)])
def test_settled_players_move_as_the_spec_says(players, first, last):
    settled = Rating(25, 3)
    after = ffa(players, settled)
    assert (change(settled, after[0][0]), change(settled, after[-1][0])) == (first, last)


def test_a_duel_of_newcomers_follows_the_formula_by_hand():
    s2 = (25 / 3) ** 2 + (25 / 300) ** 2
    c2 = 2 * s2 + 2 * (25 / 3) ** 2
    winner, loser = (team[0] for team in ffa(2))
    assert winner.mu == pytest.approx(25 + s2 * 0.5 / sqrt(c2), abs=1e-12)
    assert loser.mu == pytest.approx(25 - s2 * 0.5 / sqrt(c2), abs=1e-12)
    assert winner.sigma == pytest.approx(sqrt(s2 * (1 - s2 * 0.25 / c2)), abs=1e-12)


def test_kappa_keeps_a_floor_under_sigma():
    after = update([[Rating(25, 8)] * 40, [Rating(25, 8)] * 40], [1, 2])
    assert all(member.sigma > 0 for team in after for member in team)


@given(matches())
def test_the_order_in_which_teams_are_given_is_irrelevant(match):
    teams, ranks, kind = match
    forward = update(teams, ranks, kind)
    backward = update(teams[::-1], ranks[::-1], kind)[::-1]
    for team, other in zip(forward, backward, strict=True):
        for one, two in zip(team, other, strict=True):
            assert isclose(one.mu, two.mu, abs_tol=1e-9)
            assert isclose(one.sigma, two.sigma, abs_tol=1e-9)


@given(matches())
def test_all_members_of_a_team_share_one_pull_and_the_pulls_sum_to_zero(match):
    teams, ranks, kind = match
    pulls = []
    for team, after in zip(teams, update(teams, ranks, kind), strict=True):
        own = [
            (new.mu - old.mu) / (old.sigma**2 + (25 / 300) ** 2)
            for old, new in zip(team, after, strict=True)
        ]
        assert max(own) - min(own) < 1e-9
        pulls.append(own[0])
    assert abs(sum(pulls)) < 1e-9


@given(matches())
def test_sigma_never_exceeds_what_the_match_began_with(match):
    teams, ranks, kind = match
    for team, after in zip(teams, update(teams, ranks, kind), strict=True):
        for old, new in zip(team, after, strict=True):
            assert new.sigma <= sqrt(old.sigma**2 + (25 / 300) ** 2) + 1e-12


@given(st.integers(1, 4), st.data(), st.sampled_from([(1, 2), (2, 1), (1, 1)]))
def test_two_equal_teams_equal_openskill(size, data, ranks):
    model = BradleyTerryFull(beta=25 / 3, gamma=lambda *_: 1.0)
    teams = [data.draw(st.lists(ratings, min_size=size, max_size=size)) for _ in range(2)]
    theirs = model.rate(
        [[model.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in teams],
        ranks=[float(rank) for rank in ranks],
    )
    for team, expected in zip(update(teams, ranks), theirs, strict=True):
        for one, two in zip(team, expected, strict=True):
            assert isclose(one.mu, two.mu, abs_tol=1e-9)
            assert isclose(one.sigma, two.sigma, abs_tol=1e-9)


@given(st.integers(3, 8), st.data())
@settings(max_examples=30)
def test_larger_tables_are_openskill_scaled_by_two_over_n(count, data):
    model = BradleyTerryFull(beta=25 / 3, gamma=lambda *_: 1.0)
    players = data.draw(st.lists(ratings, min_size=count, max_size=count))
    ranks = data.draw(st.permutations(range(1, count + 1)))
    theirs = model.rate(
        [[model.rating(mu=one.mu, sigma=one.sigma)] for one in players],
        ranks=[float(rank) for rank in ranks],
    )
    ours = update([[one] for one in players], ranks)
    for old, (new,), (other,) in zip(players, ours, theirs, strict=True):
        assert isclose(new.mu - old.mu, (other.mu - old.mu) * 2 / count, abs_tol=1e-9)


def test_in_a_group_match_winners_are_not_compared_with_winners():
    friend, foe = Rating(40, 4), Rating(20, 4)
    beside_a_strong_one = update([[NEW], [friend], [foe]], [1, 1, 2], "group")
    beside_a_weak_one = update([[NEW], [foe], [foe]], [1, 1, 2], "group")
    assert beside_a_strong_one[0] == beside_a_weak_one[0]
    assert update([[NEW], [friend], [foe]], [1, 1, 2])[0] != beside_a_strong_one[0]


def test_a_group_match_without_a_loser_moves_nobody():
    after = update([[NEW], [NEW]], [1, 1], "group")
    assert [team[0].mu for team in after] == [25, 25]


def test_an_uneven_side_does_not_gain_from_its_numbers_alone():
    after = update([[NEW] * 5, [NEW] * 2], [1, 2], "group")
    assert after[0][0].mu - 25 == pytest.approx(25 - after[1][0].mu)


def test_side_members_begin_at_sigma_four():
    assert new_side() == Rating(25, 4)


def test_idle_days_let_sigma_grow_up_to_the_start():
    assert grow(3, 100) == pytest.approx(sqrt(9 + 6))
    assert grow(3, 0.5) == pytest.approx(sqrt(9.03))
    assert grow(3, 1e6) == 25 / 3
    assert grow(3, -1) == 3


def test_ratings_are_stored_with_six_decimals():
    assert stored(Rating(25.12345678, 8.3333333)) == Rating(25.123457, 8.333333)


@pytest.mark.parametrize(
    ("teams", "ranks", "kind"),
    [
        ([[NEW]], [1], "ffa"),
        ([[NEW], []], [1, 2], "ffa"),
        ([[NEW], [NEW]], [1], "ffa"),
        ([[NEW], [NEW]], [1, 2], "duel"),
    ],
)
def test_what_is_no_match_is_refused(teams, ranks, kind):
    with pytest.raises(ValueError, match="match"):
        update(teams, ranks, kind)


def test_four_hundred_points_are_about_ten_to_one_between_settled_players():
    settled = Rating(25, 1)
    ahead = Rating(25 + 400 / 15, 1)
    assert 8 < win_chance([ahead], [settled]) / win_chance([settled], [ahead]) < 12


@given(st.lists(ratings, min_size=1, max_size=3), st.lists(ratings, min_size=1, max_size=3))
def test_the_chances_of_two_teams_sum_to_one(one, other):
    assert isclose(win_chance(one, other) + win_chance(other, one), 1)
