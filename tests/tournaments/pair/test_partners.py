"""Two against two with changing partners (tournaments 3.9 b)."""

from __future__ import annotations

from games.tournaments.pair.partners import SideHistory, choose_sides, seats_of_sides
from games.tournaments.pair.seats import SeatHistory

EVEN = dict.fromkeys((1, 2, 3, 4), 1500)


def test_partners_of_earlier_rounds_play_against_each_other():
    history = SideHistory(partners={(1, 2): 1, (3, 4): 1, (1, 3): 1})
    assert choose_sides((1, 2, 3, 4), history, EVEN) == ((1, 4), (2, 3))


def test_partners_again_cost_three_times_what_opponents_again_do():
    dear = SideHistory(partners={(1, 2): 1}, opponents={(1, 2): 4})
    assert choose_sides((1, 2, 3, 4), dear, EVEN) == ((1, 2), (3, 4))
    cheap = SideHistory(partners={(1, 2): 1}, opponents={(1, 2): 2})
    assert choose_sides((1, 2, 3, 4), cheap, EVEN) == ((1, 3), (2, 4))


def test_opponents_of_earlier_rounds_become_partners():
    history = SideHistory(opponents={(1, 4): 1, (2, 3): 1})
    assert choose_sides((1, 2, 3, 4), history, EVEN) == ((1, 4), (2, 3))


def test_else_the_sides_are_as_strong_as_each_other():
    strength = {1: 2000, 2: 1800, 3: 1500, 4: 1300}
    assert choose_sides((1, 2, 3, 4), SideHistory(), strength) == ((1, 4), (2, 3))


def test_partners_sit_opposite_each_other():
    assert seats_of_sides(((1, 4), (2, 3)), SeatHistory()) == (1, 2, 4, 3)


def test_the_first_seat_is_whose_turn_it_is_whatever_else_is_uneven():
    times = {(1, 4, 0): 1, (2, 4, 1): 1, (3, 4, 0): 1, (4, 4, 2): 1}
    order = seats_of_sides(((1, 4), (2, 3)), SeatHistory(times))
    assert order[0] in (2, 4)
    assert {order[0], order[2]} in ({1, 4}, {2, 3})
