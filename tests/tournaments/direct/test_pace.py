"""The pace of rounds: the clock, its pauses and extra time, what is drawn when time is up."""

from __future__ import annotations

import pytest

from games.tournaments.direct.automation import due_step, next_round_at
from games.tournaments.direct.kinds.pace import ends_at, is_over, seconds_left
from games.tournaments.direct.state import Pace
from games.tournaments.rank.points import Scoring
from tests.tournaments.direct.support import event, refused

PACE = {"round_minutes": 50, "break_minutes": 5, "enough": "100", "no_show_minutes": 0}
NOON = 1_000_000
FIFTY = 50 * 60


@pytest.fixture
def timed():
    """Return a Swiss of four whose first round began at noon, for fifty minutes."""
    held = event(4)
    held.do("set_pace", **PACE)
    held.do("propose_round")
    held.do("publish_round", now=NOON)
    return held


def left(held, now, table=None):
    current = held.state.current
    return seconds_left(current, now, None if table is None else current.at(table))


def test_a_published_round_starts_with_the_clock_of_the_pace(timed):
    assert [left(timed, NOON + at) for at in (0, 60, FIFTY, FIFTY + 1)] == [
        FIFTY,
        FIFTY - 60,
        0,
        -1,
    ]
    timed.check()


def test_without_a_clock_nothing_is_stored_that_old_journals_lack():
    held = event(4)
    held.do("propose_round")
    assert set(held.do("publish_round", now=NOON)) == {"round", "unplayed"}
    held.play()
    assert held.do("close_round", now=NOON) == {"round": 1}
    assert left(held, NOON) is None


def test_a_paused_clock_keeps_what_was_left(timed):
    timed.do("pause_clock", now=NOON + 600)
    assert left(timed, NOON + 9999) == FIFTY - 600
    assert refused(timed, "pause_clock", now=NOON + 601) == "clock_not_going"
    timed.do("start_clock", now=NOON + 1000)
    assert refused(timed, "start_clock", now=NOON + 1001) == "clock_not_paused"
    assert left(timed, NOON + 1000) == FIFTY - 600
    timed.do("start_clock", now=NOON + 1000, minutes=10)
    assert left(timed, NOON + 1000) == 600
    timed.check()


def test_extra_time_moves_the_clock_of_all_tables_or_of_one(timed):
    timed.do("extend_time", seconds=300)
    timed.do("extend_time", table=2, seconds=60)
    assert [left(timed, NOON, at) for at in (None, 1, 2)] == [
        FIFTY + 300, FIFTY + 300, FIFTY + 360,
    ]  # fmt: skip
    timed.do("pause_clock", now=NOON)
    assert [left(timed, NOON, at) for at in (None, 2)] == [FIFTY + 300, FIFTY + 360]
    timed.do("start_clock", now=NOON, minutes=10)
    assert left(timed, NOON) == 600
    timed.check()


def test_only_tables_whose_time_is_up_are_drawn(timed):
    timed.do("extend_time", table=2, seconds=60)
    over = NOON + FIFTY
    held = timed.state.current
    assert [is_over(held, held.at(at), over) for at in (1, 2)] == [True, False]
    assert refused(timed, "draw_rest", now=over) == "time_left"
    timed.result(1, *held.at(1).seats)
    timed.do("draw_rest", now=over + 60)
    places = {one.rank for one in timed.state.current.at(2).result.outcomes.values()}
    assert places == {1}
    assert timed.state.current.at(1).result.place_of(held.at(1).seats[1]) == 2
    assert refused(timed, "draw_rest", now=over + 60) == "nothing_to_draw"
    timed.check()


@pytest.mark.parametrize(
    "more", [{"format": "knockout"}, {"scoring": Scoring("raw"), "scores": "non_negative"}]
)
def test_where_somebody_must_win_or_scores_count_nothing_is_drawn(more):
    held = event(4, **more)
    held.do("set_pace", **{**PACE, "enough": "50"})
    held.do("propose_round")
    held.do("publish_round", now=NOON)
    held.do("run_by_itself", now=NOON)
    assert refused(held, "draw_rest", now=NOON + FIFTY) == "nothing_to_draw"
    assert due_step(held.state, NOON + 2 * FIFTY, None) is None


def test_a_round_without_a_clock_never_runs_out():
    held = event(4)
    held.publish()
    current = held.state.current
    assert ends_at(current) == 0
    assert not is_over(current, current.at(1), NOON)
    assert refused(held, "draw_rest", now=NOON) == "time_left"


def test_a_break_counts_from_the_end_of_the_round(timed):
    timed.do("run_by_itself", now=NOON)
    timed.play()
    assert due_step(timed.state, NOON, None) == ("close_round", {"round": 1})
    timed.do("close_round", now=NOON + 100)
    assert next_round_at(timed.state) == NOON + 100 + 300
    assert due_step(timed.state, NOON + 399, None) is None
    assert due_step(timed.state, NOON + 400, None) == ("start_round", {"round": 2})


def test_it_is_told_once_to_run_by_itself_and_by_hand(timed):
    assert refused(timed, "take_over") == "runs_by_hand"
    timed.do("run_by_itself", now=NOON)
    assert refused(timed, "run_by_itself", now=NOON) == "runs_itself"
    timed.do("halt", stopped="No.", stopped_args={})
    assert (timed.state.pace.is_automatic, timed.state.pace.stopped) == (False, "No.")
    timed.do("run_by_itself", now=NOON + 9)
    assert timed.state.pace == Pace(is_automatic=True, since=NOON + 9, round_minutes=50)
    timed.play()
    timed.do("finish")
    assert not timed.state.pace.is_automatic
    assert refused(timed, "set_pace", **PACE) == "wrong_phase"
    timed.check()


def test_the_next_round_starts_only_from_the_page_that_offered_it(timed):
    assert refused(timed, "start_round", round=1) == "no_round"
    assert refused(timed, "start_round", round=2) == "results_missing"
    timed.play()
    assert timed.do("start_round", round=2) == {"round": 2}, "the services carry out its steps"
    assert len(timed.state.rounds) == 1


def test_a_first_result_needs_no_reason_and_a_correction_or_a_match_that_began_does(timed):
    first, second = timed.state.current.tables
    rows = [{"entry": one, "rank": at} for at, one in enumerate(first.seats, 1)]
    about = {"round": 1, "table": 1, "results": rows}
    assert refused(timed, "override_result", "", started=[1], **about) == "reason_needed"
    timed.do("override_result", "", started=[2], **about)
    assert timed.state.current.at(1).reason == ""
    assert refused(timed, "override_result", "", **about) == "reason_needed"
    timed.do("forfeit", table=2, absent=[second.seats[0]])
    rows = [{"entry": one, "rank": at} for at, one in enumerate(second.seats, 1)]
    told = {"round": 1, "table": 2, "results": rows}
    assert refused(timed, "override_result", "", **told) == "reason_needed"


WEEK = 7 * 86_400


def test_rounds_begin_on_their_dates_and_those_of_one_date_after_a_break():
    held = event(4)
    pace = {**PACE, "starts_at": NOON, "every_days": 7, "a_date": 2}
    held.do("set_pace", **pace)
    held.do("run_by_itself", now=NOON - 500)
    assert due_step(held.state, NOON - 1, None) is None
    assert due_step(held.state, NOON, None).kind == "start_round"
    for number, at in ((1, NOON + 900), (2, NOON + 2000)):
        held.do("propose_round")
        held.do("publish_round", now=NOON)
        held.play()
        held.do("close_round", now=at)
        assert len(held.state.rounds) == number
        expected = at + 300 if number == 1 else NOON + WEEK
        assert next_round_at(held.state) == expected
    held.check()


def test_a_pace_that_says_nothing_of_dates_keeps_them():
    held = event(4)
    held.do("set_pace", **PACE, starts_at=NOON, every_days=7, no_shows_stay=True)
    held.do("set_pace", **PACE)
    pace = held.state.pace
    assert (pace.starts_at, pace.every_days, pace.no_shows_stay) == (NOON, 7, True)


def test_time_alone_ends_a_round_if_no_table_need_be_done(timed):
    timed.do("set_pace", **{**PACE, "enough": "0"})
    timed.do("run_by_itself", now=NOON)
    assert due_step(timed.state, NOON + FIFTY - 1, None) is None
    assert due_step(timed.state, NOON + FIFTY, None).kind == "draw_rest"
