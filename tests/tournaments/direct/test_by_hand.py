"""Rounds that a director seats by hand, and what is checked before they are published."""

from __future__ import annotations

from games.tournaments.direct.check_round import check_round
from games.tournaments.direct.fold import refusal
from tests.tournaments.direct.support import event, problem_codes, refused


def test_tables_may_be_swapped_by_hand_the_bye_among_them():
    held = event(5, rounds=3)
    held.do("propose_round")
    bye = next(iter(held.state.current.unplayed))
    first, second = held.seats()[0]
    held.do("swap", entry=first, other=bye)
    assert first in held.state.current.unplayed
    assert {bye, second} == set(held.seats()[0])
    other = held.seats()[1][0]
    held.do("swap", entry=second, other=other)
    assert other in held.seats()[0]
    assert refused(held, "swap", entry=other, other=bye) == "same_table"
    held.do("publish_round")
    assert refused(held, "swap", entry=second, other=other) == "not_proposed"
    held.check()


def test_after_an_exchange_the_standings_decide_about_the_first_seat():
    held = event(4, rounds=3)
    held.play_round(lambda table: sorted(table.seats, reverse=True))
    held.do("propose_round")
    assert [set(seats) for seats in held.seats()] == [{3, 4}, {1, 2}]
    held.do("swap", entry=4, other=2)
    assert held.seats() == [(3, 2), (1, 4)]


def test_a_bye_may_be_given_by_hand():
    held = event(5, rounds=3)
    held.do("propose_round")
    taker = held.seats()[0][0]
    held.do("give_bye", entry=taker)
    assert set(held.state.current.unplayed) == {taker}
    assert refused(held, "give_bye", entry=taker) == "has_bye"
    pods = event(7, format="pods")
    pods.do("propose_round")
    taker = pods.seats()[0][0]
    pods.do("give_bye", entry=taker)
    pods.do("publish_round")
    assert sorted(map(len, pods.seats())) == [3, 3]
    pods.check()


def test_a_round_may_be_seated_by_hand_and_is_checked_before_publication():
    held = event(4, rounds=3)
    held.do("propose_round")
    held.do("set_tables", tables=[[1, 2], [3, 1]], byes=[])
    problems = check_round(held.state, 1, held.state.current.tables, [])
    assert {problem.code for problem in problems if problem.error} == {"twice", "nowhere"}
    assert refused(held, "publish_round") == "round_faulty"
    assert refused(held, "set_tables", tables=[[1, 9]]) == "no_entry"
    assert refusal(held.state, "set_tables", {"tables": [[1, 9]]}).phrase.args == {"number": 9}
    held.do("set_tables", tables=[[2, 1], [4, 3]])
    held.do("publish_round")
    assert held.seats() == [(2, 1), (4, 3)]
    held.check()


def test_what_is_wrong_with_a_round_is_an_error_and_what_is_odd_a_warning():
    held = event(5, rounds=4)
    held.play_round()
    pairs, bye = held.seats(1), next(iter(held.state.round(1).unplayed))
    found = problem_codes(held, 2, pairs, [bye])
    assert found == {("repeat", False), ("second_bye", False)}
    held.do("keep_apart", entry=1, other=2)
    assert ("forbidden", True) in problem_codes(held, 2, [(1, 2), (3, 4)], [5])
    held.do("withdraw", entry=5)
    assert problem_codes(held, 2, [(1, 3), (4, 5)], [2]) == {("inactive", True)}
    assert ("size", True) in problem_codes(held, 2, [(1, 3, 4)], [2])
    assert problem_codes(held, 2, [(1, 77)], []) == {("unknown", True), ("nowhere", True)}
    assert ("no_tables", True) in problem_codes(held, 2, [], [1, 2, 3, 4])


def test_unusual_table_sizes_are_only_a_warning_at_larger_tables():
    held = event(7, format="pods")
    assert problem_codes(held, 1, [(1, 2, 3, 4, 5), (6, 7)]) == {("unusual_size", False)}


def test_partners_may_be_seated_by_hand():
    held = event(4, format="partners")
    held.do("propose_round")
    held.do("set_tables", tables=[[4, 3, 2, 1]])
    assert held.state.current.tables[0].sides == ((4, 2), (3, 1))
    held.do("publish_round")
    held.check()


def test_partners_who_are_exchanged_are_seated_afresh():
    held = event(8, format="partners", rounds=2)
    held.play_round()
    had = {entry: seat for seats in held.seats(1) for seat, entry in enumerate(seats)}
    held.do("propose_round")
    first, second = (table.sides for table in held.state.current.tables)
    held.do("swap", entry=first[0][0], other=second[0][0])
    for table in held.state.current.tables:
        assert table.sides == (table.seats[0::2], table.seats[1::2])
        assert not any(had[entry] == 0 for entry in table.seats[:1])
    there = {frozenset(side) for table in held.state.current.tables for side in table.sides}
    assert there >= {frozenset(first[1]), frozenset(second[1])}


def test_only_who_has_a_place_can_be_exchanged_or_given_the_bye():
    held = event(5, rounds=3)
    held.do("withdraw", entry=5)
    held.do("propose_round")
    assert refused(held, "swap", entry=1, other=5) == "not_in_round"
    assert refused(held, "give_bye", entry=5) == "not_in_round"
