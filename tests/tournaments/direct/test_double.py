"""A knockout in which who loses twice is out, from the first round to the podium (3.7)."""

from __future__ import annotations

import pytest

from games.tournaments.direct.board import final_places
from games.tournaments.direct.elimination import last_round, stage_rounds
from tests.tournaments.direct.support import event, refused


def double(count, **more):
    """Return a started double elimination of so many entries."""
    return event(count, format="knockout", knockout_kind="double", **more)


def upset(table):
    """Let the lower seed win."""
    return sorted(table.present, reverse=True)


def test_with_the_better_seed_winning_the_places_are_the_seeds():
    held = double(6)
    assert (held.state.planned, last_round(held.state)) == (6, 6)
    expected = [
        ([{4, 5}, {3, 6}], {1, 2}),
        ([{1, 4}, {2, 3}], set()),
        ([{5, 3}, {6, 4}], set()),
        ([{1, 2}, {3, 4}], set()),
        ([{3, 2}], set()),
        ([{1, 2}], set()),
    ]
    for tables, byes in expected:
        held.play_round()
        assert [set(seats) for seats in held.seats()] == tables
        assert set(held.state.current.unplayed) == byes
    assert refused(held, "propose_round") == "no_more_rounds"
    held.do("finish", reason="")
    assert final_places(held.state) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}
    held.check()


def test_a_first_loss_in_the_grand_final_asks_for_a_second_one():
    held = double(4)
    for _ in range(3):
        held.play_round()
    held.play_round(upset)
    assert last_round(held.state) == 5
    assert refused(held, "finish", reason="") == "reason_needed"
    assert not {1, 2} & {entry for place, entry in held.places() if place}
    held.play_round(upset)
    assert [set(seats) for seats in held.seats()] == [{1, 2}]
    held.do("finish", reason="")
    assert final_places(held.state) == {2: 1, 1: 2, 3: 3, 4: 4}
    held.check()


def test_a_ruling_on_the_grand_final_can_ask_for_a_second_one_and_take_it_back():
    held = double(4)
    for _ in range(4):
        held.play_round()
    rows = [{"entry": 2, "rank": 1}, {"entry": 1, "rank": 2}]
    held.do("override_result", round=4, table=1, results=rows)
    assert last_round(held.state) == 5
    rows = [{"entry": 2, "rank": 2}, {"entry": 1, "rank": 1}]
    held.do("override_result", round=4, table=1, results=rows)
    assert last_round(held.state) == 4
    held.check()


@pytest.mark.parametrize("count", range(2, 18))
@pytest.mark.parametrize("choose", [upset, None])
def test_every_field_ends_with_one_winner_and_as_many_matches_as_there_must_be(count, choose):
    held = double(count)
    while len(held.state.rounds) < last_round(held.state):
        held.play_round(choose)
    places = final_places(held.state)
    assert sorted(places) == list(range(1, count + 1))
    assert list(places.values()).count(1) == 1
    assert sum(len(one.tables) for one in held.state.rounds) in (2 * count - 2, 2 * count - 1)
    held.check()


def test_who_withdraws_between_rounds_lets_the_opponents_of_both_brackets_advance():
    held = double(8)
    held.play_round()
    held.do("withdraw", entry=1)
    held.do("withdraw", entry=8)
    held.publish()
    assert [set(seats) for seats in held.seats()] == [{2, 3}, {6, 7}]
    assert set(held.state.current.unplayed) == {4, 5}
    held.play()
    held.do("close_round")
    while len(held.state.rounds) < last_round(held.state):
        held.play_round()
    assert final_places(held.state)[2] == 1
    assert sorted(final_places(held.state)) == list(range(1, 9))
    held.check()


def test_after_a_double_no_show_both_are_out():
    held = double(4)
    held.publish()
    for entry in held.state.current.tables[0].seats:
        held.do("no_show", entry=entry)
    held.play()
    held.do("close_round")
    held.publish()
    assert held.seats() == []
    assert set(held.state.current.unplayed) == {2, 3}
    held.do("close_round")
    while len(held.state.rounds) < last_round(held.state):
        held.play_round()
    assert final_places(held.state) == {2: 1, 3: 2, 1: 3, 4: 3}
    held.check()


def test_a_forfeit_is_a_loss_and_a_no_show_that_comes_back_in_time_goes_on():
    held = double(4)
    held.publish()
    held.do("forfeit", table=1, absent=[1])
    held.do("no_show", entry=3)
    held.do("close_round")
    held.do("restore", entry=3)
    held.publish()
    assert [set(seats) for seats in held.seats()] == [{2, 4}, {1, 3}]
    held.check()


def test_a_drawn_match_goes_to_the_higher_seed_where_the_settings_say_so():
    held = double(4, knockout_tie="higher_seed")
    held.publish()
    for table in held.state.current.tables:
        held.result(table.number, table.present)
    held.do("close_round")
    held.publish()
    assert [set(seats) for seats in held.seats()] == [{1, 2}, {3, 4}]
    held.check()


def test_without_that_setting_a_drawn_match_is_refused():
    held = double(4)
    held.publish()
    rows = [{"entry": one, "rank": 1} for one in held.state.current.tables[0].seats]
    assert refused(held, "set_result", round=1, table=1, results=rows) == "winner_needed"


def test_the_best_of_a_swiss_may_play_on_until_they_have_lost_twice():
    held = event(10, rounds=2, cut=4, knockout_kind="double")
    assert last_round(held.state) == 6
    for _ in range(2):
        held.play_round()
    held.publish()
    best = [entry for place, entry in held.places()][:4]
    assert [set(seats) for seats in held.seats()] == [{best[0], best[3]}, {best[1], best[2]}]
    held.play(upset)
    held.do("close_round")
    while len(held.state.rounds) < last_round(held.state):
        held.play_round(upset)
    held.do("finish", reason="")
    places = final_places(held.state)
    assert sorted(places[entry] for entry in best) == [1, 2, 3, 4]
    assert min(place for entry, place in places.items() if entry not in best) == 5
    held.check()


def test_rounds_of_both_brackets_have_their_titles_and_the_round_they_are_played_in():
    told = [
        (one.number, one.title.key % one.title.args, one.side)
        for one in stage_rounds(double(8).state)
    ]
    assert told == [
        (1, "Winners’ round 1", "winners"),
        (2, "Winners’ round 2", "winners"),
        (2, "Losers’ round 1", "losers"),
        (3, "Losers’ round 2", "losers"),
        (4, "Winners’ final", "winners"),
        (4, "Losers’ round 3", "losers"),
        (5, "Losers’ final", "losers"),
        (6, "Grand final", "final"),
    ]


@pytest.mark.parametrize(("count", "first"), [(6, 3), (7, 2), (12, 3), (13, 2)])
def test_losers_rounds_count_from_the_first_that_anybody_plays(count, first):
    losers = [one for one in stage_rounds(double(count).state) if one.side == "losers"]
    assert (losers[0].number, losers[0].title.args["number"]) == (first, 1)


def test_a_bracket_shows_early_who_waits_for_whom():
    held = double(8)
    held.play_round()
    held.publish()
    held.result(1, 1, 4)
    final, losers = (
        next(one for one in stage_rounds(held.state) if one.title.key == key)
        for key in ("Winners’ final", "Losers’ round %(number)s")
    )
    assert (final.ties[0].slots, final.ties[0].waiting) == ((1, None), 1)
    assert [tie.through for tie in losers.ties] == [None, None]
