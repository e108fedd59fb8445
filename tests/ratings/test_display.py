"""Shown numbers as tournaments 1.5 defines them."""

from __future__ import annotations

import pytest

from games.ratings.algorithm import Rating, newcomer, update
from games.ratings.display import (
    cautious,
    change,
    provisional,
    shown,
    sigma_now,
    spread,
)

DAY = 86400


def test_a_new_player_has_1500_and_1250():
    mu, sigma = newcomer()
    assert (shown(mu), cautious(mu, sigma)) == (1500, 1250)
    assert provisional(0, sigma)


@pytest.mark.parametrize(
    ("mu", "rating"), [(25 + 0.5 / 15, 1501), (25 + 0.49 / 15, 1500), (25 - 0.5 / 15, 1500)]
)
def test_halves_are_rounded_up(mu, rating):
    assert shown(mu) == rating


def test_the_change_is_the_difference_of_shown_numbers():
    assert change(Rating(25.03, 8), Rating(25.04, 8)) == 1


def test_the_spread_is_two_sigma_in_points():
    assert spread(3.0) == 90


@pytest.mark.parametrize(
    ("matches", "sigma", "is_provisional"),
    [(9, 3.0, True), (10, 5.5, False), (10, 5.51, True)],
)
def test_provisional_until_ten_matches_and_sigma_five_and_a_half(matches, sigma, is_provisional):
    assert provisional(matches, sigma) is is_provisional


def test_from_sigma_three_the_mark_returns_after_354_idle_days():
    assert not provisional(50, sigma_now(3.0, 0.0, 354 * DAY))
    assert provisional(50, sigma_now(3.0, 0.0, 355 * DAY))


def test_sigma_does_not_grow_before_the_first_match():
    assert sigma_now(5.0, None, 1e9) == 5.0


def games_until_settled(size):
    players = [newcomer()] * size
    games = 0
    while players[0].sigma > 5.5:
        ranks = [(place + games) % size + 1 for place in range(size)]
        players = [team[0] for team in update([[one] for one in players], ranks)]
        games += 1
    return games


def test_the_mark_is_lost_after_about_17_duels_or_10_tables_of_four():
    assert 16 <= games_until_settled(2) <= 18
    assert 10 <= games_until_settled(4) <= 11
