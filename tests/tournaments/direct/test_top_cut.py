"""A Swiss or pods whose best go on to an elimination (tournaments 3.5)."""

from __future__ import annotations

import json

import pytest

from games.tournaments.direct.board import board, final_places
from games.tournaments.direct.elimination import last_round, stage_rounds
from games.tournaments.direct.fold import fold
from games.tournaments.export.tables import crosstable, standings_rows
from games.tournaments.export.trf import TrfHeader, trf
from games.tournaments.export.whole import export_event, import_event
from tests.tournaments.direct.support import event, refused


def swiss(count, cut, rounds=3, **more):
    """Return a Swiss after its preliminary rounds, the lower numbers winning."""
    held = event(count, rounds=rounds, cut=cut, **more)
    for _ in range(rounds):
        held.play_round()
    return held


def test_the_best_four_play_semi_finals_and_the_final():
    held = swiss(9, 4)
    preliminary = [entry for _, entry in held.places()]
    points = held.points()
    assert last_round(held.state) == 5
    held.publish()
    first, second, third, fourth = preliminary[:4]
    assert [set(seats) for seats in held.seats()] == [{first, fourth}, {second, third}]
    assert held.state.current.seeds == (first, second, third, fourth)
    assert held.state.current.unplayed == {}
    held.play(lambda table: [fourth, first] if first in table.seats else [second, third])
    held.do("close_round")
    held.publish()
    assert set(held.seats()[0]) == {fourth, second}
    held.result(1, fourth, second)
    held.do("close_round")
    assert refused(held, "propose_round") == "no_more_rounds"
    held.do("finish", reason="")
    ranked = [entry for _, entry in held.places()]
    assert ranked == [fourth, second, first, third, *preliminary[4:]]
    assert [place for place, _ in held.places()] == [1, 2, 3, 3, 5, 6, 7, 8, 9]
    assert held.points() == points
    held.check()


def test_a_match_for_the_third_place_belongs_to_the_cut_too():
    held = swiss(8, 4, third_place=True)
    held.play_round()
    held.publish()
    assert len(held.seats()) == 2
    held.play()
    held.do("close_round")
    assert [place for place, _ in held.places()] == list(range(1, 9))


def test_who_is_still_in_stands_above_who_was_cut():
    held = swiss(8, 4)
    before = held.places()
    held.publish()
    assert held.places() == [*((None, entry) for _, entry in before[:4]), *before[4:]]
    assert set(final_places(held.state)) == set(range(1, 9))


def test_who_withdrew_before_is_not_in_the_cut_and_stands_behind_it():
    held = swiss(8, 4)
    best = held.places()[0][1]
    fifth = held.places()[4][1]
    held.do("withdraw", entry=best)
    held.publish()
    assert best not in held.state.current.seeds
    assert held.state.current.seeds[-1] == fifth
    assert (5, best) in held.places()
    held.check()


def test_who_withdraws_in_the_cut_is_placed_like_who_lost_the_next_match():
    held = swiss(8, 4)
    held.play_round()
    winner, other = (tie.through[0] for tie in stage_rounds(held.state)[0].ties)
    held.do("withdraw", entry=winner)
    held.publish()
    assert held.seats() == []
    held.do("close_round")
    held.do("finish", reason="")
    assert (final_places(held.state)[other], final_places(held.state)[winner]) == (1, 2)
    assert set(final_places(held.state)) == set(range(1, 9))


def test_the_seeds_are_facts_a_penalty_does_not_change_them():
    held = swiss(8, 4)
    held.play_round()
    seeds = held.state.round(4).seeds
    held.do("penalty", entry=seeds[0], points=10 * 5040)
    assert held.state.round(4).seeds == seeds
    held.publish()
    assert fold(held.actions) == held.state


def test_a_preliminary_result_stands_once_the_cut_was_made_from_it():
    held = swiss(8, 4)
    one, other = held.seats(1)[0]
    rows = [{"entry": one, "rank": 2}, {"entry": other, "rank": 1}]
    held.do("propose_round")
    assert refused(held, "override_result", round=1, table=1, results=rows) == "bracket_moved_on"
    held.do("cancel_round")
    held.do("override_result", round=1, table=1, results=rows)
    held.do("propose_round")
    assert held.state.current.number == 4
    held.check()


def test_proposing_again_takes_the_standings_as_they_are_then():
    held = swiss(8, 4)
    held.do("propose_round")
    gone = held.state.current.seeds[0]
    held.do("withdraw", entry=gone)
    assert refused(held, "publish_round") == "round_faulty"
    held.do("propose_round")
    assert gone not in held.state.current.seeds
    held.do("publish_round")


def test_nobody_changes_the_tables_of_a_cut_nor_the_preliminary_rounds_after_it():
    held = swiss(8, 4)
    held.do("plan_rounds", rounds=4)
    held.play_round()
    held.do("propose_round")
    assert refused(held, "swap", entry=1, other=2) == "fixed_by_format"
    assert refused(held, "plan_rounds", rounds=6) == "cut_made"
    assert refused(held, "late_entry", players=[900]) == "late_entry_closed"
    assert refused(held, "absent", entry=1, round=5) == "no_round"
    held.do("cancel_round")
    held.do("plan_rounds", rounds=5)
    held.play_round()
    assert held.state.current.seeds == ()


def test_an_excuse_for_a_round_that_was_planned_no_more_keeps_nobody_out():
    held = event(8, rounds=4, cut=4)
    held.do("absent", entry=1, round=4)
    held.do("plan_rounds", rounds=3)
    for _ in range(3):
        held.play_round()
    held.publish()
    assert 1 in held.state.current.seeds


def test_a_match_of_the_cut_needs_a_winner_and_a_preliminary_one_does_not():
    held = event(4, rounds=1, cut=2)
    held.publish()
    for table in held.state.current.tables:
        held.result(table.number, tuple(table.seats))
    held.do("close_round")
    held.publish()
    rows = [{"entry": one, "rank": 1} for one in held.seats()[0]]
    assert refused(held, "set_result", table=1, results=rows) == "winner_needed"


def test_in_a_drawn_final_the_higher_in_the_preliminaries_goes_through():
    held = event(4, rounds=2, cut=2, knockout_tie="higher_seed")
    held.play_round(lambda table: sorted(table.present, reverse=True))
    held.play_round(lambda table: sorted(table.present, reverse=True))
    best, second = (entry for _, entry in held.places()[:2])
    assert best > second
    held.publish()
    held.result(1, (best, second))
    held.do("close_round")
    assert held.places()[0] == (1, best)


def test_a_no_show_lets_the_opponent_advance():
    held = swiss(8, 4)
    held.publish()
    one, other = held.seats()[0]
    held.do("no_show", entry=one)
    held.play()
    held.do("close_round")
    held.publish()
    assert other in held.seats()[0]
    held.check()


@pytest.mark.parametrize(("count", "cut", "rounds"), [(5, 8, 3), (3, 2, 1), (20, 16, 4)])
def test_a_cut_larger_than_the_field_takes_everybody(count, cut, rounds):
    held = swiss(count, cut, rounds=1)
    assert last_round(held.state) == 1 + rounds
    while len(held.state.rounds) < last_round(held.state):
        held.play_round()
    assert sorted(final_places(held.state)) == list(range(1, count + 1))
    assert list(final_places(held.state).values()).count(1) == 1


def test_where_one_is_left_there_is_no_cut():
    held = event(3, rounds=1, cut=2)
    held.play_round()
    held.do("withdraw", entry=1)
    held.do("withdraw", entry=2)
    assert refused(held, "propose_round") == "no_more_rounds"
    held.do("finish", reason="")
    assert sorted(final_places(held.state)) == [1, 2, 3]


def test_exports_of_a_cut():
    held = swiss(8, 4)
    preliminary = {entry: place for place, entry in held.places()}
    for _ in range(2):
        held.play_round(lambda table: sorted(table.present, reverse=True))
    names = {number: f"Player {number}" for number in held.state.entries}
    exported = json.loads(json.dumps(export_event(held.actions, names)))
    assert fold(import_event(exported)) == held.state
    assert exported["rounds"][3]["seeds"] == list(held.state.round(4).seeds)
    champion = board(held.state)[0].entry
    assert standings_rows(held.state, names)[1][:3] == ["1", str(champion), f"Player {champion}"]
    assert [bool(cell) for cell in crosstable(held.state)[0].cells] == [True] * 5
    assert [bool(cell) for cell in crosstable(held.state)[4].cells] == [True] * 3 + [False] * 2
    lines = trf(held.state, TrfHeader("Cup"), names).splitlines()
    assert "XXR 3" in lines
    ranks = {int(line[4:8]): int(line[85:89]) for line in lines if line.startswith("001")}
    assert ranks == preliminary
    assert all(len(line) <= 91 + 3 * 10 for line in lines if line.startswith("001"))
