"""Eliminations of tables: after pods (tournaments 3.5) and from round 1 (3.7)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.direct.board import final_places
from games.tournaments.direct.elimination import last_round, stage_rounds
from games.tournaments.direct.fold import fold
from games.tournaments.direct.text import TournamentRefusal
from games.tournaments.export.tables import crosstable
from games.tournaments.export.whole import export_event, import_event
from games.tournaments.pair.chance import Stream
from games.tournaments.pair.sizes import SizeRule
from tests.tournaments.direct.support import event, refused

FOURS = SizeRule(3, 5, 4)


def cup(count, advance=1, sizes=FOURS):
    """Return a knockout of tables; entries are seeded by their numbers."""
    return event(count, format="table_knockout", sizes=sizes, advance=advance)


def test_sixteen_play_four_tables_and_the_winners_the_final():
    held = cup(16)
    held.publish()
    assert held.seats() == [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)]
    held.result(1, 16, 9, 8, 1)
    held.result(2, 7, 2, 10, 15)
    held.result(3, 3, 6, 11, 14)
    held.result(4, 4, 5, 12, 13)
    held.do("close_round")
    held.publish()
    assert held.seats() == [(3, 4, 7, 16)]
    held.result(1, 7, 16, 3, 4)
    held.do("close_round")
    assert refused(held, "propose_round") == "no_more_rounds"
    held.do("finish", reason="")
    places = final_places(held.state)
    assert [places[one] for one in (7, 16, 3, 4)] == [1, 2, 3, 4]
    assert {places[one] for one in (9, 2, 6, 5)} == {5}
    assert {places[one] for one in (8, 10, 11, 12)} == {9}
    assert {places[one] for one in (1, 15, 14, 13)} == {13}
    held.check()


def test_the_best_two_of_each_table_go_on():
    held = cup(16, advance=2)
    assert last_round(held.state) == 3
    held.play_round()
    held.publish()
    assert held.seats() == [(1, 4, 5, 8), (2, 3, 6, 7)]
    held.play()
    held.do("close_round")
    held.play_round()
    assert [place for place, _ in held.places()][:4] == [1, 2, 3, 4]


def test_a_tie_for_an_advancing_place_goes_to_the_higher_seed():
    held = cup(16)
    held.publish()
    held.result(1, (9, 8), 1, 16)
    held.play()
    held.do("close_round")
    held.publish()
    assert held.seats() == [(2, 3, 4, 8)]
    assert (5, 9) in held.places()


def test_where_too_few_would_be_left_for_a_table_the_next_best_goes_on_too():
    held = cup(8)
    held.publish()
    assert held.seats() == [(1, 4, 5, 8), (2, 3, 6, 7)]
    held.result(1, 8, 5, 4, 1)
    held.result(2, 2, 3, 6, 7)
    assert [len(tie.through) for tie in stage_rounds(held.state)[0].ties] == [1, 2]
    held.do("close_round")
    held.publish()
    assert held.seats() == [(2, 3, 8)]
    held.play()
    held.do("close_round")
    assert [place for place, _ in held.places()] == [1, 2, 3, 4, 5, 5, 7, 7]


def test_when_a_winner_drops_out_the_next_best_makes_the_final_whole():
    held = cup(9)
    held.play_round()
    through = {one for tie in stage_rounds(held.state)[0].ties for one in tie.through}
    assert len(through) == 3
    assert {1, 2} < through
    held.do("withdraw", entry=1)
    held.publish()
    assert len(held.seats()[0]) == 3
    assert 1 not in held.seats()[0]
    held.play()
    held.do("close_round")
    assert final_places(held.state)[1] == 4
    assert sorted(final_places(held.state)) == list(range(1, 10))


def test_at_a_table_the_rest_play_on_without_who_did_not_come():
    held = cup(16)
    held.publish()
    held.do("no_show", entry=1)
    table = held.state.current.at(1)
    assert (table.present, table.decided) == ((8, 9, 16), False)
    held.play()
    held.do("close_round")
    assert (16, 1) in held.places()
    held.check()


def test_of_a_table_that_cannot_be_played_the_highest_seed_goes_on():
    held = cup(16)
    held.publish()
    held.do("no_show", entry=1)
    held.do("no_show", entry=9)
    assert held.state.current.at(1).decided
    held.play()
    held.do("close_round")
    held.publish()
    assert held.seats() == [(2, 3, 4, 8)]
    places = {entry: place for place, entry in held.places()}
    assert places[1] == places[9] == 15
    assert places[16] == 14
    held.check()


def test_a_final_that_cannot_be_played_is_won_by_the_highest_seed():
    held = cup(3)
    held.publish()
    held.do("no_show", entry=1)
    held.do("close_round")
    assert held.places() == [(1, 2), (2, 3), (3, 1)]
    assert refused(held, "propose_round") == "no_more_rounds"


def test_a_result_from_which_the_next_round_was_made_stands():
    held = cup(16)
    held.play_round()
    held.do("propose_round")
    rows = [{"entry": one, "rank": at} for at, one in enumerate((16, 9, 8, 1), 1)]
    assert refused(held, "override_result", round=1, table=1, results=rows) == "bracket_moved_on"
    held.do("cancel_round")
    held.do("override_result", round=1, table=1, results=rows)
    held.publish()
    assert 16 in held.seats()[0]


def test_the_rounds_nobody_has_reached_are_known_by_their_sizes():
    held = cup(16)
    first, final = stage_rounds(held.state)
    assert first.ties[0].slots == (1, 8, 9, 16)
    assert [tie.slots for tie in final.ties] == [(None,) * 4]
    assert final.title.key == "Final table"


def pods(count, cut, sizes=FOURS):
    """Return pods after two preliminary rounds, the lower numbers winning."""
    held = event(count, format="pods", rounds=2, cut=cut, sizes=sizes)
    for _ in range(2):
        held.play_round()
    return held


def test_the_best_sixteen_of_pods_play_tables_and_a_final():
    held = pods(20, 16)
    best = [entry for _, entry in held.places()]
    points = held.points()
    held.publish()
    seeds = held.state.current.seeds
    assert list(seeds) == best[:16]
    snake = ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
    assert held.seats() == [tuple(seeds[one - 1] for one in table) for table in snake]
    winners = [seats[0] for seats in held.seats()]
    held.play(lambda table: list(table.seats))
    held.do("close_round")
    held.publish()
    assert held.seats() == [tuple(sorted(winners, key=seeds.index))]
    held.play(lambda table: list(table.seats))
    held.do("close_round")
    held.do("finish", reason="")
    assert [place for place, _ in held.places()][-4:] == [17, 18, 19, 20]
    assert [entry for _, entry in held.places()][-4:] == best[-4:]
    assert held.points() == points
    held.check()


@pytest.mark.parametrize("cut", [3, 4, 5])
def test_a_cut_of_one_table_is_one_final(cut):
    held = pods(12, cut)
    assert last_round(held.state) == 3
    held.play_round()
    assert len(held.seats()) == 1
    assert refused(held, "propose_round") == "no_more_rounds"


def test_in_a_cut_nobody_is_sent_to_another_table():
    held = pods(16, 8)
    held.publish()
    first = held.state.current.at(1)
    for entry in first.seats[:2]:
        held.do("no_show", entry=entry)
    broken = held.state.current.at(1)
    assert (broken.moved, held.state.current.at(2).seats) == (
        set(first.seats[2:]),
        held.seats()[1],
    )
    held.play()
    held.do("close_round")
    assert {place for place, _ in held.places() if place is not None} <= set(range(1, 17))
    held.check()


@given(
    count=st.integers(3, 26),
    seed=st.integers(0, 10**9),
    advance=st.integers(1, 2),
    most=st.integers(4, 7),
    cut=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_everybody_is_placed_once_and_one_wins(count, seed, advance, most, cut):
    stream = Stream("tables", seed)
    sizes = SizeRule(3, most, 4)
    if cut:
        going_on = 3 + stream.below(14)
        held = event(count, format="pods", rounds=1, cut=going_on, sizes=sizes)
    else:
        held = cup(count, advance, sizes)
    out = set()
    while held.state.next_round <= last_round(held.state):
        number = held.state.next_round
        assert number <= 1 + count
        held.publish()
        there = {one for table in held.state.current.tables for one in table.seats}
        assert not out & (there | set(held.state.current.unplayed))
        mishap(held, stream)
        held.play(lambda table: stream.shuffled(table.present))
        held.do("close_round")
        drawn = [one for one in stage_rounds(held.state) if one.number == number]
        for tie in (tie for one in drawn for tie in one.ties):
            out |= set(tie.entries) - set(tie.through or ())
        held.check()
    held.do("finish")
    places = final_places(held.state)
    assert sorted(places) == list(range(1, count + 1))
    there = [one for one in held.state.listed() if one.status == "registered"]
    assert list(places.values()).count(1) == 1 or not there
    names = {number: f"Player {number}" for number in held.state.entries}
    exported = json.loads(json.dumps(export_event(held.actions, names)))
    assert fold(import_event(exported)) == held.state
    assert len(crosstable(held.state)) == count


def mishap(held, stream):
    """Let somebody of the round not come, or drop out, now and then."""
    for table in held.state.current.tables:
        if stream.below(4) == 0:
            kind = ("no_show", "withdraw", "forfeit")[stream.below(3)]
            entry = table.seats[stream.below(len(table.seats))]
            try:
                held.do(kind, entry=entry, table=table.number, absent=[entry])
            except TournamentRefusal:
                continue
