"""How a program plays: what its seat is shown, being away, coming back, pauses."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from games.engine.snapshot import snapshot
from games.engine.viewer import Viewer
from games.matches import store
from games.matches.api import SEEN_AGAIN_AFTER
from games.matches.clock import database_now
from games.matches.models import Match, Seat
from games.matches.services.presence import seats_mark_away
from tests.api.program import Program
from tests.support.tables import first_legal, make_running

pytestmark = pytest.mark.django_db


def test_a_seat_is_shown_what_the_rules_let_it_see_and_no_more(ada, bo):
    match = make_running(ada, bo)
    rules, state = match.rules, store.load_position(match).state
    for seat, user in enumerate((ada, bo)):
        shown = Program(user).get(f"/matches/{match.code}/view").json()
        assert shown["seat"] == seat
        assert shown["view"] == json.loads(json.dumps(snapshot(rules, state, 0, Viewer(seat))))
        assert bool(shown["legal"]) == (match.to_act == seat)
    guest = Program().get(f"/matches/{match.code}/view").json()
    assert guest["seat"] is None
    assert guest["legal"] == []
    hand = Program(ada).get(f"/matches/{match.code}/view").json()["view"]["state"]
    assert guest["view"]["state"] != hand


def test_a_program_that_looks_is_at_the_table_and_one_that_does_not_is_away(ada, bo):
    match = make_running(ada, bo)
    long_ago = database_now() - timedelta(minutes=1)
    Match.objects.update(started_at=long_ago)
    Seat.objects.update(seen_at=long_ago)
    Program(ada).get(f"/matches/{match.code}/view")
    Program(bo, "read").get(f"/matches/{match.code}/view")
    seats_mark_away()
    assert [seat.is_away for seat in match.seats.order_by("number")] == [False, True]
    Program(bo).get(f"/matches/{match.code}/view")
    assert not match.seats.filter(is_away=True).exists()


def test_a_program_that_looks_all_the_time_is_noted_now_and_then(ada, bo):
    match = make_running(ada, bo)
    program, seat = Program(ada), match.seats.get(number=0)
    for passed, is_noted in ((0, False), (SEEN_AGAIN_AFTER.total_seconds(), True)):
        before = database_now() - timedelta(seconds=passed)
        Seat.objects.update(seen_at=before)
        program.get(f"/matches/{match.code}/view")
        seat.refresh_from_db()
        assert (seat.seen_at != before) is is_noted


def test_a_program_that_was_away_takes_its_seat_back_and_plays_on(ada, bo):
    match = make_running(ada, bo)
    program, seat = Program((ada, bo)[match.to_act]), match.to_act
    match.seats.filter(number=seat).update(stand_in="novice")
    told = program.get(f"/matches/{match.code}/view").json()
    assert (told["legal"], told["seats"][seat]["stands_in"]) == ([], True)
    assert told["seats"][seat]["bot"] == "novice"
    sent = {"action": first_legal(match), "version": match.version, "action_id": "a"}
    refused = program.post(f"/matches/{match.code}/act", **sent)
    assert (refused.status_code, refused.json()["code"]) == (409, "stand_in")
    back = program.post(f"/matches/{match.code}/return").json()
    assert (back["seats"][seat]["stands_in"], back["seats"][seat]["bot"]) == (False, "")
    assert program.get(f"/matches/{match.code}/view").json()["legal"]


def test_a_program_takes_no_seat_back_in_a_rated_match(ada, bo):
    match = make_running(ada, bo, rated=True)
    match.seats.filter(number=0).update(stand_in="novice")
    assert Program(ada).post(f"/matches/{match.code}/return").status_code == 403
    assert match.seats.get(number=0).stand_in


def test_a_pause_is_told_and_nothing_may_be_done_in_it(ada, bo):
    match = make_running(ada, bo)
    program = Program((ada, bo)[match.to_act])
    assert program.get(f"/matches/{match.code}").json()["paused_at"] is None
    Match.objects.update(paused_at=database_now())
    told = program.get(f"/matches/{match.code}/view").json()
    assert told["paused_at"].endswith("Z")
    assert told["legal"] == []
