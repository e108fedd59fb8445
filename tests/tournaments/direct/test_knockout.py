"""A knockout from the first round to the podium (tournaments 3.7)."""

from __future__ import annotations

import pytest

from games.tournaments.direct.board import final_places
from tests.tournaments.direct.support import Event, config, event, refused


def test_with_the_better_seed_winning_the_places_are_the_seeds():
    held = event(6, format="knockout", third_place=True)
    held.publish()
    assert [set(seats) for seats in held.seats()] == [{4, 5}, {3, 6}]
    assert set(held.state.current.unplayed) == {1, 2}
    held.play()
    held.do("close_round")
    assert held.places()[-2:] == [(5, 5), (5, 6)]
    held.play_round()
    held.publish()
    assert [set(seats) for seats in held.seats()] == [{1, 2}, {3, 4}]
    held.play()
    held.do("close_round")
    assert refused(held, "propose_round") == "no_more_rounds"
    held.do("finish", reason="")
    assert final_places(held.state) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}
    held.check()


def test_the_higher_seed_has_the_first_seat_at_odd_tables_whenever_it_entered():
    held = Event(config(format="knockout"))
    held.do("open_registration")
    for number in range(1, 9):
        held.do("register", players=[number], strength=1000 + number)
    held.do("start")
    held.publish()
    assert held.seats() == [(8, 1), (4, 5), (7, 2), (3, 6)]


@pytest.mark.parametrize("count", range(2, 14))
def test_every_field_ends_with_one_winner(count):
    held = event(count, format="knockout")
    while len(held.state.rounds) < held.state.planned:
        held.play_round(lambda table: sorted(table.present, reverse=True))
    places = final_places(held.state)
    assert sorted(places) == list(range(1, count + 1))
    assert list(places.values()).count(1) == 1
    held.check()


def test_who_withdraws_between_rounds_lets_the_opponent_advance():
    held = event(4, format="knockout")
    held.play_round()
    held.do("withdraw", entry=1)
    held.publish()
    assert held.seats() == []
    assert set(held.state.current.unplayed) == {2}
    held.do("close_round")
    assert final_places(held.state)[2] == 1
    held.check()


def test_of_three_the_loser_of_the_only_semi_final_is_third_without_a_match():
    held = event(3, format="knockout", third_place=True)
    held.play_round()
    held.publish()
    assert (held.seats(), set(held.state.current.unplayed)) == ([(1, 2)], {3})
    held.play()
    held.do("close_round")
    assert final_places(held.state) == {1: 1, 2: 2, 3: 3}
    held.check()


def semi_finals_played():
    """Return a knockout of four before its final; 1 and 2 have got through."""
    held = event(4, format="knockout", third_place=True)
    held.play_round()
    return held


def test_whose_opponent_for_the_third_place_left_is_third():
    held = semi_finals_played()
    held.do("withdraw", entry=3)
    held.play_round()
    assert set(held.state.current.unplayed) == {4}
    assert final_places(held.state) == {1: 1, 2: 2, 4: 3, 3: 4}
    held.check()


@pytest.mark.parametrize("kind", ["withdraw", "no_show"])
def test_where_nobody_comes_to_the_match_for_the_third_place_both_are_third(kind):
    held = semi_finals_played()
    if kind == "no_show":
        held.publish()
    for entry in (3, 4):
        held.do(kind, entry=entry)
    if kind == "withdraw":
        held.publish()
    held.play()
    held.do("close_round")
    assert final_places(held.state) == {1: 1, 2: 2, 3: 3, 4: 3}
    held.check()


def test_after_a_double_no_show_the_next_opponent_has_a_bye():
    held = event(8, format="knockout")
    held.publish()
    first = held.state.current.tables[0]
    for entry in first.seats:
        held.do("no_show", entry=entry)
    held.play()
    held.do("close_round")
    held.publish()
    assert len(held.seats()) == 1
    assert len(held.state.current.unplayed) == 1
    held.play()
    held.do("close_round")
    held.play_round()
    places = final_places(held.state)
    assert sorted(places.values())[:2] == [1, 2]
    held.check()


def test_a_result_from_which_the_next_round_was_made_stands():
    held = event(4, format="knockout")
    held.play_round()
    held.do("propose_round")
    rows = [{"entry": 1, "rank": 2}, {"entry": 4, "rank": 1}]
    assert refused(held, "override_result", round=1, table=1, results=rows) == "bracket_moved_on"
    held.do("cancel_round")
    held.do("override_result", round=1, table=1, results=rows)
    held.publish()
    assert set(held.seats()[0]) == {2, 4}
    held.check()


def test_a_knockout_of_pairs_seats_partners_opposite_each_other():
    from games.tournaments.direct.seating import players_by_seat, result_payload

    held = event(4, format="knockout", team_size=2)
    held.publish()
    table = held.state.current.tables[0]
    one, other = (held.state.entries[entry].players for entry in table.seats)
    assert players_by_seat(held.state, table) == [one[0], other[0], one[1], other[1]]
    payload = result_payload(held.state, table, round_number=1, ranks=[2, 1, 2, 1], match="m9")
    assert [(row["entry"], row["rank"]) for row in payload["results"]] == [
        (table.seats[0], 2),
        (table.seats[1], 1),
    ]
    held.do("set_result", **payload)
    assert held.state.current.table(1).result.source == "match"
