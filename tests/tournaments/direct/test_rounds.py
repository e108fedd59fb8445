"""Rounds proposed, changed, published, closed and taken back (tournaments 5.1)."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.tournaments.direct.board import board
from games.tournaments.direct.fold import refusal
from games.tournaments.direct.sheet import sheet
from games.tournaments.pair.chance import Stream
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.points import Scoring
from tests.tournaments.direct.support import Event, config, event, problem_codes, refused


def test_a_swiss_of_eight_pairs_half_against_half_and_then_by_score():
    held = event(8, rounds=3)
    held.publish()
    assert [set(seats) for seats in held.seats()] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    held.play()
    held.do("close_round")
    held.publish()
    assert all(len({one <= 4 for one in seats}) == 1 for seats in held.seats())
    held.check()


def test_proposing_twice_gives_the_same_round():
    held = event(9, rounds=3)
    first = held.do("propose_round")
    assert held.do("propose_round") == first
    held.do("publish_round")
    assert refused(held, "propose_round") == "round_open"
    assert refused(held, "publish_round") == "not_proposed"


def test_a_button_on_an_old_page_does_nothing_to_a_later_round():
    held = event(4, rounds=3)
    held.play_round()
    held.do("propose_round")
    assert refused(held, "publish_round", round=1) == "no_round"
    assert refused(held, "propose_round", round=3) == "no_round"
    held.do("publish_round", round=2)


def test_a_round_closes_when_all_results_are_in():
    held = event(4, rounds=2)
    held.publish()
    assert refused(held, "close_round") == "results_missing"
    held.play()
    assert held.state.current.complete
    held.do("close_round")
    assert refused(held, "close_round") == "round_closed"
    assert refused(held, "set_result", table=1) == "round_closed"
    held.do("reopen_round")
    assert refused(held, "reopen_round") == "not_closed"
    held.do("clear_result", table=1)
    assert refused(held, "clear_result", table=1) == "no_result"


def test_only_the_newest_round_can_be_taken_back():
    held = event(4, rounds=3)
    held.play_round()
    held.publish()
    assert refused(held, "cancel_round", reason="") == "reason_needed"
    assert refused(held, "cancel_round", round=1) == "no_round"
    held.do("cancel_round")
    assert len(held.state.rounds) == 1
    held.do("propose_round")
    held.do("cancel_round", reason="")
    held.check()


def test_the_bye_goes_round_and_gives_a_full_point():
    held = event(5, rounds=5)
    byes = []
    for _ in range(5):
        done = held.play_round()
        byes += [one for one, unplayed in done.unplayed.items() if unplayed.kind == "pab"]
    assert sorted(byes) == [1, 2, 3, 4, 5]
    assert all("pab" in held.kinds(entry) for entry in range(1, 6))


def test_members_of_a_club_are_kept_apart_in_round_one():
    held = Event(config(format="pods", clubs_apart=True, sizes=SizeRule(3, 3, 3)))
    held.do("open_registration")
    for number in range(1, 10):
        club = "owls" if number <= 3 else None
        held.do("register", players=[number], club=club, strength=100 - number)
    held.do("start")
    held.publish()
    for seats in held.seats():
        assert sum(one <= 3 for one in seats) == 1
    assert ("same_club", False) in problem_codes(held, 1, [(1, 2, 4), (3, 5, 6), (7, 8, 9)])


def test_after_round_one_members_of_a_club_sit_together_where_their_scores_say_so():
    held = Event(config(format="pods", clubs_apart=True, sizes=SizeRule(3, 3, 3)))
    held.do("open_registration")
    for number in range(1, 7):
        club = "owls" if number <= 2 else None
        held.do("register", players=[number], club=club, strength=100 - number)
    held.do("start")
    held.play_round()
    assert held.points()[1] == held.points()[2] == "1.00"
    held.publish()
    assert [set(seats) for seats in held.seats()] == [{1, 2, 3}, {4, 5, 6}]


def test_forbidden_pairs_are_never_paired_and_a_blocked_round_is_refused():
    held = event(4, rounds=3)
    for other in (2, 3):
        held.do("keep_apart", entry=1, other=other)
    held.publish()
    assert {1, 4} in [set(seats) for seats in held.seats()]
    held.play()
    held.do("close_round")
    held.do("keep_apart", entry=1, other=4)
    found = refusal(held.state, "propose_round")
    assert found is not None
    assert (found.code, 1 in found.entries) == ("no_pairing", True)
    held.do("allow", entry=1, other=4)
    held.publish()
    assert {1, 4} in [set(seats) for seats in held.seats()]


def test_pods_of_eleven_sit_four_four_three_and_avoid_repeats():
    held = event(11, format="pods", rounds=2)
    held.play_round()
    held.play_round()
    assert [len(seats) for seats in held.seats(1)] == [4, 4, 3]
    pairs = [
        frozenset(pair)
        for number in (1, 2)
        for seats in held.seats(number)
        for pair in combinations(seats, 2)
    ]
    assert held.state.current.repeats == len(pairs) - len(set(pairs))
    assert held.state.current.repeats <= 3
    held.check()


def test_the_first_round_of_pods_may_be_a_snake():
    held = event(16, format="pods", sizes=SizeRule(4, 4, 4))
    held.publish()
    assert sorted(map(sorted, held.seats())) == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]


def test_the_last_round_may_be_strictly_by_standings():
    held = event(8, format="pods", rounds=2, sizes=SizeRule(4, 4, 4), last_round_by_standings=True)
    held.play_round()
    order = [row.entry for row in board(held.state)]
    held.publish()
    assert [set(seats) for seats in held.seats()] == [set(order[:4]), set(order[4:])]


def test_an_only_round_is_its_first_and_no_last_one_by_standings():
    held = event(8, format="pods", rounds=1, sizes=SizeRule(4, 4, 4), last_round_by_standings=True)
    held.publish()
    assert [set(seats) for seats in held.seats()] == [{1, 4, 5, 8}, {2, 3, 6, 7}]


def test_a_fixed_schedule_is_made_at_the_start_and_survives_a_withdrawal():
    held = event(16, format="pods", rounds=5, sizes=SizeRule(3, 5, 4), fixed_schedule=True)
    assert len(held.state.schedule) == 5
    held.play_round()
    held.do("withdraw", entry=3)
    held.play_round()
    assert sorted(map(len, held.seats())) == [3, 4, 4, 4]
    held.do("late_entry", players=[999])
    held.play_round()
    assert sorted(map(len, held.seats())) == [4, 4, 4, 4]
    held.check()


def test_byes_at_larger_tables_go_to_the_lowest_who_had_none():
    held = event(7, format="pods", rounds=3, sizes=SizeRule(3, 3, 3))
    takers = []
    for _ in range(3):
        done = held.play_round()
        takers += [one for one, unplayed in done.unplayed.items() if unplayed.kind == "pab"]
    assert len(set(takers)) == len(takers) == 3


def test_partners_change_and_sit_opposite_each_other():
    held = event(8, format="partners", rounds=3)
    together = []
    for _ in range(3):
        done = held.publish()
        for table in done.tables:
            assert table.sides == (
                (table.seats[0], table.seats[2]),
                (table.seats[1], table.seats[3]),
            )
            together += [frozenset(side) for side in table.sides]
        held.play(lambda table: (table.sides[0], table.sides[1]))
        held.do("close_round")
    assert len(set(together)) == len(together)
    held.check()


@pytest.mark.parametrize(("count", "rounds"), [(4, 6), (8, 7), (9, 7), (12, 5), (16, 6)])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_with_changing_partners_everybody_has_their_share_of_the_seats(count, rounds, seed):
    held = event(count, format="partners", rounds=rounds, seed=seed)
    stream = Stream("seats", seed)
    for _ in range(rounds):
        held.play_round(lambda table: stream.shuffled(table.sides))
    for lines in sheet(held.state).values():
        seats = [line.seat for line in lines if line.played]
        shares = [abs(seats.count(seat) - len(seats) / 4) for seat in range(4)]
        assert shares[0] <= 1
        assert max(shares) < 2


@pytest.mark.parametrize(
    ("preset", "won", "drawn", "lost"),
    [
        ("share", "1.00", "0.50", "0.00"),
        ("win", "5.00", "1.00", "0.00"),
        ("side", "1.00", "0.50", "0.00"),
    ],
)
def test_each_of_two_partners_gets_the_points_of_their_side(preset, won, drawn, lost):
    held = event(8, format="partners", rounds=1, scoring=Scoring(preset))
    first, second = held.publish().tables
    held.result(1, *first.sides)
    held.result(2, second.seats)
    expected = dict.fromkeys(first.sides[0], won) | dict.fromkeys(first.sides[1], lost)
    assert held.points() == expected | dict.fromkeys(second.seats, drawn)


def test_a_side_scores_what_its_members_score_together():
    held = event(4, format="partners", rounds=1, scores="signed", scoring=Scoring("raw"))
    (table,) = held.publish().tables
    held.result(1, *table.seats, scores=dict(zip(table.seats, (9, 5, -2, 1), strict=True)))
    assert set(held.points().values()) == {"7.00", "6.00"}


def test_a_round_robin_follows_bergers_table():
    held = event(4, format="round_robin")
    rounds = []
    for _ in range(3):
        held.play_round()
        rounds.append(held.seats())
    assert rounds == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    assert held.places() == [(1, 1), (2, 2), (3, 3), (4, 4)]
    for kind in ("swap", "set_tables", "give_bye"):
        held.do("cancel_round")
        held.do("propose_round")
        assert refused(held, kind, entry=1, other=2, tables=[[1, 2]]) == "fixed_by_format"


@pytest.mark.parametrize("count", [3, 5])
def test_resting_in_a_round_robin_is_worth_nothing(count):
    held = event(count, format="round_robin")
    for _ in range(count):
        held.play_round()
    assert held.points()[count] == "0.00"
    assert sum(line.kind == "pab" for line in sheet(held.state)[1]) == 1
    held.check()


def test_a_fixed_schedule_that_leaves_a_table_too_small_is_divided_afresh():
    held = event(9, format="pods", rounds=4, sizes=SizeRule(3, 5, 3), fixed_schedule=True)
    gone = held.state.schedule[0][0][:2]
    for seed in gone:
        held.do("withdraw", entry=seed)
    held.publish()
    assert sorted(map(len, held.seats())) == [3, 4]
    held.check()
