"""Late, leaving, missing and excused entries (tournaments 3.2)."""

from __future__ import annotations

import pytest

from games.tournaments.direct.actions import Action
from games.tournaments.direct.fold import fold
from games.tournaments.direct.sheet import sheet
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.points import UNIT
from tests.tournaments.direct.support import event, refused, table_with


def test_a_late_entry_gets_a_half_point_for_one_round_and_the_next_seed():
    held = event(4, rounds=5)
    held.play_round()
    held.play_round()
    facts = held.do("late_entry", players=[500])
    assert (facts["entry"], facts["seed"], facts["joined"]) == (5, 5, 3)
    assert held.points()[5] == "0.50"
    assert held.kinds(5) == ["req", "req"]
    held.publish()
    held.check()


def test_late_entries_are_taken_until_half_time():
    held = event(4, rounds=4)
    for _ in range(3):
        held.play_round()
    assert refused(held, "late_entry", players=[500]) == "late_entry_closed"
    assert refused(event(4, format="round_robin"), "late_entry", players=[5]) == "late_entry_closed"
    assert refused(event(4, late_entry=False), "late_entry", players=[5]) == "late_entry_closed"


def test_a_newcomer_in_a_round_that_has_begun_meets_who_has_the_bye():
    held = event(5, rounds=4)
    held.publish()
    taker = next(iter(held.state.current.unplayed))
    before = held.seats()
    held.do("late_entry", players=[500], this_round=True)
    assert held.seats()[:-1] == before
    assert set(held.seats()[-1]) == {taker, 6}
    assert held.state.current.unplayed == {}
    held.play()
    held.do("close_round")
    held.check()


@pytest.mark.parametrize(("pab", "points"), [(None, "0.50"), (UNIT // 2, "0.50"), (0, "0.00")])
def test_without_anybody_to_play_the_newcomer_has_half_a_bye(pab, points):
    held = event(4, rounds=4, pab=pab)
    held.publish()
    held.do("late_entry", players=[500], this_round=True)
    assert (held.kinds(5), held.points()[5]) == (["pab"], points)
    held.check()


def test_late_entries_that_were_stored_with_a_whole_bye_keep_it():
    held = event(4, rounds=4)
    held.publish()
    facts = held.do("late_entry", players=[500], this_round=True)
    before = {key: had for key, had in facts["place"].items() if key != "points"}
    state = fold([*held.actions[:-1], Action("late_entry", {**facts, "place": before})])
    assert state.current.unplayed[5].points == UNIT


def test_a_newcomer_sits_down_at_the_smallest_table_that_has_not_begun():
    held = event(11, format="pods")
    held.publish()
    by_size = sorted(held.state.current.tables, key=lambda table: (len(table.seats), -table.number))
    small, *fours = [table.number for table in by_size]
    held.do("late_entry", players=[500], this_round=True, started=[small])
    assert table_with(held, 12).number == fours[0]
    refusal = refused(
        held, "late_entry", players=[501], this_round=True, started=[small], table=small
    )
    assert refusal == "table_full"
    held.do("late_entry", players=[501], this_round=True)
    assert table_with(held, 13).number == small
    held.do("late_entry", players=[502], this_round=True, bye=True)
    assert (held.kinds(14), held.points()[14]) == (["pab"], "0.50")
    held.do("late_entry", players=[503], this_round=True, started=[1, 2, 3], bye=False)
    assert held.kinds(15) == ["pab"]
    held.check()


def test_at_larger_tables_a_newcomer_may_take_a_free_seat():
    held = event(7, format="pods")
    held.publish()
    small = min(held.state.current.tables, key=lambda table: len(table.seats)).number
    held.do("late_entry", players=[500], this_round=True, table=small)
    assert table_with(held, 8).number == small
    held.do("late_entry", players=[501], this_round=True, table=small)
    assert refused(held, "late_entry", players=[502], this_round=True, table=small) == "table_full"
    everywhere = {"this_round": True, "started": [1, 2]}
    held.do("late_entry", players=[502], **everywhere)
    held.do("late_entry", players=[503], **everywhere)
    assert set(held.state.current.unplayed) == {10, 11}
    held.do("late_entry", players=[504], **everywhere)
    assert {10, 11, 12} == set(held.seats()[-1])
    held.check()


def test_a_proposed_round_must_be_proposed_again_after_a_late_entry():
    held = event(5, rounds=4)
    held.do("propose_round")
    held.do("late_entry", players=[500])
    assert held.state.entries[6].joined == 1
    assert refused(held, "publish_round") == "round_faulty"
    held.publish()
    assert len(held.seats()) == 3


def test_withdrawn_entries_are_not_paired_and_stay_in_the_standings():
    held = event(4, rounds=4)
    held.play_round()
    held.do("withdraw", entry=1)
    held.play_round()
    assert held.kinds(1) == ["played", "req"]
    assert 1 in held.points()
    assert refused(held, "withdraw", entry=1) == "already_withdrawn"
    held.do("restore", entry=1)
    assert refused(held, "restore", entry=1) == "not_withdrawn"
    held.play_round()
    assert held.kinds(1)[:2] == ["played", "req"]
    assert held.kinds(1)[2] in ("played", "pab")
    held.check()


def test_an_announced_absence_is_paid_once():
    held = event(5, rounds=5)
    held.do("absent", entry=2, round=1)
    held.do("absent", entry=2, round=3)
    assert refused(held, "absent", entry=2, round=3) == "already_announced"
    for _ in range(3):
        held.play_round()
    kinds = sheet(held.state)[2]
    assert [(line.kind, line.points) for line in kinds if line.kind == "req"] == [
        ("req", 2520),
        ("req", 0),
    ]
    assert refused(held, "absent", entry=2, round=3) == "round_past"
    assert refused(held, "absent", entry=2, round=9) == "no_round"
    held.do("absent", entry=2, round=5)
    held.do("present", entry=2, round=5)
    assert refused(held, "present", entry=2, round=5) == "not_announced"
    held.check()


def test_an_excluded_entry_leaves_the_standings_and_its_games_become_forfeits():
    held = event(4, rounds=3)
    held.publish()
    opponent = next(one for one in table_with(held, 1).seats if one != 1)
    held.play()
    held.do("close_round")
    assert held.points()[opponent] == "0.00"
    held.do("exclude", entry=1, keep_results=False)
    assert 1 not in held.points()
    assert (held.points()[opponent], held.kinds(opponent)) == ("1.00", ["fwin"])
    held.do("readmit", entry=1)
    assert held.points()[opponent] == "0.00"
    held.do("exclude", entry=1, keep_results=True)
    assert (held.points()[opponent], held.kinds(opponent)) == ("0.00", ["played"])
    assert refused(held, "exclude", entry=1) == "already_excluded"
    held.check()


def test_at_larger_tables_an_exclusion_ranks_the_others_among_themselves():
    held = event(3, format="pods", sizes=SizeRule(3, 3, 3))
    held.publish()
    held.result(1, 1, 2, 3)
    held.do("close_round")
    held.do("exclude", entry=1, keep_results=False)
    assert held.points() == {2: "1.00", 3: "0.00"}
    held.check()


@pytest.mark.parametrize(("played", "struck"), [(1, True), (2, False)])
def test_leaving_a_round_robin_before_half_of_the_games_strikes_them(played, struck):
    held = event(5, format="round_robin")
    games = 0
    while games < played:
        held.play_round()
        games += held.kinds(1)[-1] == "played"
    held.do("withdraw", entry=1)
    assert (1 in sheet(held.state)) is not struck
    row = next(row for row in held.places() if row[1] == 1)
    assert (row[0] is None) is struck
    while len(held.state.rounds) < held.state.planned:
        held.play_round()
    opponents = [line for entry in (2, 3, 4, 5) for line in sheet(held.state)[entry]]
    assert any(line.kind == "fwin" for line in opponents) is not struck
    held.check()


def test_kept_apart_pairs_are_named_once():
    held = event(4)
    held.do("keep_apart", entry=2, other=1)
    assert refused(held, "keep_apart", entry=1, other=2) == "pair_forbidden"
    assert refused(held, "keep_apart", entry=1, other=1) == "bad_request"
    held.do("allow", entry=1, other=2)
    assert refused(held, "allow", entry=1, other=2) == "pair_allowed"


def test_only_entries_that_took_part_can_be_excluded_or_readmitted():
    held = event(4)
    assert refused(held, "readmit", entry=1) == "not_excluded"
    waiting = event(3, capacity=2)
    assert refused(waiting, "exclude", entry=3) == "not_registered"
    assert refused(waiting, "penalty", entry=3, points=0) == "not_registered"
    assert refused(waiting, "withdraw", entry=3) == "not_registered"
