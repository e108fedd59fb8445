"""One rule at the deadline, to the microsecond, by the database's clock and no other."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection

from games.engine.contract import RESIGN
from games.matches.clock import GRACE, database_now, told_now
from games.matches.models import Heartbeat, Match, MatchAction
from games.matches.models.match import SPAN
from games.matches.services.outage import OUTAGE, outage_credit
from games.matches.services.sweep import sweep
from tests.support.database_clock import StandingClock
from tests.support.tables import act_for, first_legal, make_running, make_user, refused

pytestmark = pytest.mark.django_db
INSTANT = timedelta(microseconds=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def clock():
    return StandingClock()


@pytest.fixture
def match(clock, people):
    return make_running(*people)


def autos(match):
    rows = MatchAction.objects.filter(match=match).order_by("ply")
    return list(rows.values_list("auto", flat=True))


def test_the_last_instant_of_the_grace_still_counts_and_is_not_swept(match, people, clock):
    clock.set(match.deadline_at + GRACE - INSTANT)
    assert sweep() == 0
    act_for(match, people[0], first_legal(match))
    assert autos(match) == [""]


def test_at_its_end_an_action_is_too_late(match, people, clock):
    clock.set(match.deadline_at + GRACE)
    with refused("too_late"):
        act_for(match, people[0], first_legal(match))
    assert autos(match) == ["timeout"]


def test_at_its_end_the_turn_is_swept(match, clock):
    clock.set(match.deadline_at + GRACE)
    assert sweep() == 1
    assert autos(match) == ["timeout"]


def test_a_resignation_out_of_turn_is_not_judged_by_anothers_time(people, clock):
    match = make_running(*people, make_user("chen"))
    clock.set(match.deadline_at + GRACE)
    act_for(match, people[1], dict(RESIGN))
    assert autos(match) == [""]


def test_a_resignation_out_of_turn_lets_the_turn_run_on(people, clock):
    match = make_running(*people, make_user("chen"))
    turn = match.to_act, match.turn_started_at, match.deadline_at
    clock.set(match.turn_started_at + timedelta(seconds=10))
    act_for(match, people[1], dict(RESIGN))
    assert (match.to_act, match.turn_started_at, match.deadline_at) == turn


def test_only_turns_missed_in_a_row_count(match, people):
    match.seats.update(timeouts_in_row=2)
    act_for(match, people[0], first_legal(match))
    assert [seat.timeouts_in_row for seat in match.seats.order_by("number")] == [0, 2]


def test_a_deadline_is_found_by_its_span_also_at_the_spans_first_instant(match, clock):
    begins = match.deadline_at.replace(minute=55, second=0, microsecond=0)
    for deadline in (begins, begins + SPAN - INSTANT):
        Match.objects.filter(pk=match.pk).update(deadline_at=deadline)
        match.refresh_from_db()
        assert match.due_from == begins
    Match.objects.filter(pk=match.pk).update(deadline_at=begins)
    clock.set(begins + GRACE)
    assert sweep() == 1


def test_a_move_within_a_span_enters_nothing_in_any_index(people, clock):
    clock.set(clock.now.replace(minute=0, second=0, microsecond=0))
    match = make_running(*people)
    for _ in range(4):
        deadline, before = match.deadline_at, rows_moved_by_an_index()
        clock.move(INSTANT)
        act_for(match, people[match.to_act], first_legal(match))
        assert match.deadline_at > deadline
        assert rows_moved_by_an_index() == before


def rows_moved_by_an_index():
    """Return how many rows of matches got new entries in all indexes though their page had room."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT pg_stat_get_xact_tuples_updated(oid) - pg_stat_get_xact_tuples_hot_updated(oid)
                - pg_stat_get_xact_tuples_newpage_updated(oid)
            FROM pg_class WHERE oid = 'matches_match'::regclass
        """)
        return cursor.fetchone()[0]


def test_the_grace_is_one_second_and_nobody_gains_reserve_by_it(match, people, clock):
    assert timedelta(seconds=1) == GRACE
    clock.set(match.deadline_at + GRACE - INSTANT)
    act_for(match, people[0], first_legal(match))
    assert match.seats.get(number=0).reserve_ms == 0
    act_for(match, people[1], first_legal(match))
    assert match.deadline_at == clock.now + timedelta(seconds=match.turn_seconds)


@pytest.mark.parametrize("wrong", [-HOUR, HOUR])
def test_a_process_with_a_wrong_clock_judges_no_otherwise(match, people, clock, wrong):
    with time_machine.travel(clock.now + wrong):
        assert sweep() == 0
        act_for(match, people[0], first_legal(match))
        clock.set(match.deadline_at + GRACE)
        with refused("too_late"):
            act_for(match, people[1], first_legal(match))
        assert abs(database_now() - told_now()) < timedelta(seconds=1)
    assert autos(match) == ["", "timeout"]


def test_the_first_action_after_an_outage_is_judged_by_the_time_it_had_left(match, people, clock):
    outage_credit()
    left = match.deadline_at - clock.now
    clock.move(HOUR)
    act_for(match, people[0], first_legal(match))
    assert autos(match) == [""]
    assert match.seats.get(number=0).reserve_ms == match.reserve_seconds * 1000
    assert match.deadline_at - clock.now == left
    assert Heartbeat.objects.get().at == clock.now


def test_clocks_stand_until_somebody_serves_again(match, clock):
    outage_credit()
    clock.set(match.deadline_at + HOUR)
    assert sweep() == 0
    outage_credit()
    assert sweep() == 0
    assert autos(match) == []


def test_a_turn_that_began_within_an_outage_gets_only_what_it_lost(match, people, clock):
    outage_credit()
    clock.move(OUTAGE - INSTANT)
    act_for(match, people[0], first_legal(match))
    began = clock.now
    clock.move(OUTAGE)
    outage_credit()
    match.refresh_from_db()
    assert match.turn_started_at == clock.now
    assert began < clock.now
