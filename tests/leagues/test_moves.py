"""Who moves between divisions: sizes, promotion, relegation, free places, newcomers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.leagues.moves import Zones, division_sizes, entry_division, next_divisions, zones

RULES = {"size": 4, "most": 12, "movers": 1}


def moved(finished, *, out=(), returning=None, joining=(), **rules):
    """Return the next divisions as players, and why everybody is where they are."""
    staying = {one for order in finished for one in order} - set(out)
    placed = next_divisions(
        finished=finished,
        staying=staying,
        returning=returning or {},
        joining=joining,
        **{**RULES, **rules},
    )
    reasons = {one.player: one.reason for division in placed for one in division}
    return [{one.player for one in division} for division in placed], reasons


THREE = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]


@pytest.mark.parametrize(
    ("players", "size", "most", "sizes"),
    [
        (40, 8, 12, [8, 8, 8, 8, 8]),
        (44, 8, 12, [8, 8, 8, 8, 8, 4]),
        (43, 8, 12, [8, 8, 8, 8, 11]),
        (34, 10, 12, [10, 10, 7, 7]),
        (5, 8, 12, [5]),
        (9, 8, 12, [9]),
        (0, 8, 12, []),
    ],
)
def test_divisions_are_full_and_the_last_takes_the_rest(players, size, most, sizes):
    assert division_sizes(players, size, most) == sizes


@given(st.integers(1, 300), st.integers(4, 24), st.integers(0, 24))
def test_no_division_is_below_half_or_above_the_most(players, size, more):
    sizes = division_sizes(players, size, size + more)
    assert sum(sizes) == players
    assert all(one <= max(size, size + more) for one in sizes)
    assert len(sizes) == 1 or all(2 * one >= size for one in sizes)


def test_zones_never_meet_and_end_at_the_top_and_the_bottom():
    assert zones([8, 8, 4], 2) == [Zones(0, 2), Zones(2, 2), Zones(2, 0)]
    assert zones([8, 3], 4) == [Zones(0, 1), Zones(1, 0)]
    assert zones([5], 2) == [Zones(0, 0)]


def test_the_best_go_up_and_the_last_go_down():
    divisions, reasons = moved(THREE)
    assert divisions == [{1, 2, 3, 5}, {4, 6, 7, 9}, {8, 10, 11, 12}]
    assert (reasons[5], reasons[4], reasons[1]) == ("up", "down", "stays")


def test_a_place_left_free_goes_to_the_next_of_the_division_below():
    divisions, reasons = moved(THREE, out=[1])
    assert divisions == [{2, 3, 5, 6}, {4, 7, 9, 10}, {8, 11, 12}]
    assert (reasons[6], reasons[10]) == ("filled", "filled")


def test_who_leaves_from_a_relegation_place_takes_it_along():
    divisions, reasons = moved(THREE, out=[4])
    assert divisions[0] == {1, 2, 3, 5}
    assert reasons[3] == "stays"
    assert reasons[6] == "filled" or 6 in divisions[1]


def test_who_leaves_from_a_promotion_place_is_replaced_by_the_next():
    divisions, reasons = moved(THREE, out=[5])
    assert 6 in divisions[0]
    assert reasons[6] == "up"


def test_a_relegated_player_stays_if_nobody_else_is_left_to_fill_the_place():
    divisions, reasons = moved([[1, 2, 3, 4], [5, 6]], out=[1, 5])
    assert divisions == [{2, 3, 4, 6}]
    assert reasons[4] == "kept"


def test_newcomers_enter_last_and_open_a_division_when_there_are_enough():
    divisions, reasons = moved(THREE, joining=[(20, None), (21, None)])
    assert divisions == [{1, 2, 3, 5}, {4, 6, 7, 9}, {8, 10, 11, 12}, {20, 21}]
    assert reasons[20] == "new"


def test_a_newcomer_with_a_rating_pushes_the_last_that_stay_down():
    divisions, reasons = moved(THREE, joining=[(20, 1)])
    assert divisions[1] == {4, 6, 9, 20}
    assert reasons[7] == "pushed"
    assert 7 in divisions[2]


def test_the_first_season_is_filled_from_the_top_in_order():
    divisions, _ = moved([], joining=[(one, None) for one in range(1, 13)])
    assert divisions == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}]


def test_whoever_returns_is_one_division_lower():
    divisions, reasons = moved(THREE, returning={30: 0, 31: 2})
    assert 30 in divisions[1]
    assert 31 in divisions[2] or 31 in divisions[-1]
    assert reasons[30] == "back"


def test_the_rating_decides_the_division_but_never_the_first():
    middles = [1700, 1500, 1300]
    assert [entry_division(one, middles) for one in (2000, 1500, 1400, 900)] == [1, 1, 2, 2]
    assert entry_division(1900, [1500]) == 0
    assert entry_division(1900, []) == 0


@st.composite
def seasons(draw):
    """Draw a finished season of up to 60 players, who leaves, returns and joins, and rules."""
    size = draw(st.integers(4, 12))
    players = draw(st.integers(0, 60))
    movers = draw(st.integers(1, 6))
    order = draw(st.permutations(range(players)))
    finished, at = [], 0
    for count in division_sizes(players, size, 12):
        finished.append(list(order[at : at + count]))
        at += count
    # what a director changed between the seasons
    size = draw(st.sampled_from([size, max(4, size - 1), min(12, size + 2)]))
    out = draw(st.sets(st.integers(0, max(0, players - 1)), max_size=players))
    back = draw(st.dictionaries(st.integers(100, 120), st.integers(0, 8), max_size=6))
    new = draw(st.lists(st.integers(200, 260), unique=True, max_size=20))
    entered = st.one_of(st.none(), st.integers(0, 8))
    joining = [(one, draw(entered)) for one in new]
    return finished, out, back, joining, {"size": size, "most": 12, "movers": movers}


@given(seasons())
def test_nobody_is_lost_or_doubled_and_divisions_keep_their_sizes(season):
    finished, out, back, joining, rules = season
    everybody = {one for order in finished for one in order} - out
    everybody |= {*back, *(one for one, _ in joining)}
    placed = next_divisions(
        finished=finished, staying=everybody, returning=back, joining=joining, **rules
    )
    players = [one.player for division in placed for one in division]
    assert sorted(players) == sorted(everybody)
    assert [len(one) for one in placed] == division_sizes(len(players), rules["size"], 12)


@given(st.integers(2, 5), st.integers(1, 4))
def test_if_nobody_comes_or_goes_only_the_zones_move(count, movers):
    finished = [[100 * at + one for one in range(8)] for at in range(count)]
    placed = next_divisions(
        finished=finished, staying={one for order in finished for one in order},
        returning={}, joining=[], size=8, most=12, movers=movers,
    )  # fmt: skip
    for at, division in enumerate(placed):
        steps = {one.player: at - one.was for one in division}
        for player, step in steps.items():
            was, place = divmod(player, 100)
            expected = -1 if was and place < movers else 0
            expected = 1 if was < count - 1 and place >= 8 - movers else expected
            assert step == expected
