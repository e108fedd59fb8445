"""Rounds that are known before they are made: they are made as they were foretold."""

from __future__ import annotations

from games.tournaments.direct.ahead import rounds_ahead
from games.tournaments.pair.sizes import SizeRule
from tests.tournaments.direct.support import event

PODS = {"format": "pods", "rounds": 4, "sizes": SizeRule(3, 5, 4), "fixed_schedule": True}


def told(held):
    """Return who is to sit together in the rounds to come, by round."""
    return {
        one.number: {frozenset(table.entries) - table.absent for table in one.tables}
        for one in rounds_ahead(held.state)
    }


def made(held):
    """Return who sits together in the newest round."""
    return {frozenset(table.present) for table in held.state.current.tables if table.present}


def test_a_round_robin_is_known_to_its_end_with_seats_and_rests():
    held = event(5, format="round_robin", cycles=2)
    foretold = rounds_ahead(held.state)
    assert [one.number for one in foretold] == list(range(1, 11))
    for one in foretold:
        held.play_round()
        assert [table.entries for table in one.tables] == held.seats()
        assert [table.number for table in one.tables] == [1, 2]
        assert list(one.resting) == list(held.state.current.unplayed)
    assert rounds_ahead(held.state) == []


def test_of_a_round_robin_who_drops_out_is_told_and_rests_no_more():
    held = event(5, format="round_robin")
    held.play_round()
    held.do("withdraw", entry=2)
    foretold, after = rounds_ahead(held.state), told(held)
    assert all(table.absent <= {2} for one in foretold for table in one.tables)
    assert not any(2 in one.resting for one in foretold)
    for number in range(2, 6):
        held.play_round()
        assert after[number] == made(held)
    held.check()


def test_tables_to_which_nobody_comes_are_none():
    held = event(4, format="round_robin")
    for entry in (1, 2):
        held.do("withdraw", entry=entry)
    together = [sorted(map(sorted, one)) for one in told(held).values()]
    assert sorted(together) == [[[3], [4]], [[3], [4]], [[3, 4]]]


def test_who_is_excused_is_missed_in_that_round_alone():
    held = event(4, format="round_robin")
    held.do("absent", entry=1, round=2)
    missing = {
        one.number: [sorted(table.absent) for table in one.tables if table.absent]
        for one in rounds_ahead(held.state)
    }
    assert missing == {1: [], 2: [[1]], 3: []}


def test_a_fixed_schedule_is_made_as_foretold_whoever_goes_or_comes():
    held = event(16, **PODS)
    assert told(held)[1] == {frozenset(table) for table in held.state.schedule[0]}
    held.play_round()
    held.do("withdraw", entry=3)
    for player in (998, 999):
        held.do("late_entry", players=[player])
    after = told(held)
    assert sorted(after) == [2, 3, 4]
    held.play_round()
    assert after[2] == made(held)
    held.check()


def test_a_round_of_a_schedule_that_will_be_divided_afresh_is_not_known():
    held = event(9, **{**PODS, "sizes": SizeRule(3, 5, 3)})
    held.play_round()
    first = held.state.schedule[1][0]
    for seed in first[:2]:
        held.do("withdraw", entry=seed)
    assert 2 not in told(held)


def test_nothing_is_foretold_of_other_formats_nor_before_the_start_or_after_the_end():
    for config in ({}, {"format": "knockout"}, {"format": "pods", "rounds": 3}):
        assert told(event(8, **config)) == {}
    held = event(3, format="round_robin")
    held.play_round()
    held.do("finish")
    assert told(held) == {}
