"""Away, stand-ins, and outages: a match goes on and nobody loses to a dead server."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F

from games.matches.clock import database_now
from games.matches.models import Heartbeat, Match, MatchAction, Seat
from games.matches.presenters import seat_facts
from games.matches.services.locking import lock_match
from games.matches.services.outage import outage_credit
from games.matches.services.presence import seat_return, seats_mark_away, seats_seen
from games.matches.services.sweep import sweep
from games.registry import all_rules
from tests.support.races import impatient, in_own_connection
from tests.support.tables import (
    abandon,
    act_for,
    first_legal,
    make_running,
    make_user,
    pass_deadline,
    play_to_end,
    refused,
)

pytestmark = pytest.mark.django_db


def test_nobody_is_told_to_be_away_from_a_match_that_is_over():
    seats = [Seat(number=number, name="ada", is_away=True) for number in (0, 1)]
    view = {"result": None, "to_act": [0], "resigned": [False, False]}
    assert all(seat.is_away for seat in seat_facts(seats, view))
    over = view | {"result": {"ranks": [1, 2], "scores": None}, "to_act": []}
    assert not any(seat.is_away for seat in seat_facts(seats, over))


@pytest.mark.parametrize("game", list(all_rules()))
def test_every_table_tells_who_is_away_and_for_whom_a_bot_plays(client, people, game):
    match = make_running(*people, game=game)
    page = client.get(f"/matches/{match.code}/").content.decode()
    assert not re.search(r"\bAway\b", page)  # a token may hold its letters
    assert "#ui-bot" not in page
    match.seats.filter(number=0).update(is_away=True, stand_in="novice")
    Match.objects.update(revision=F("revision") + 1)
    page = client.get(f"/matches/{match.code}/").content.decode()
    seat = re.split('id="seat-', page)[1:]
    told = {part[0] for part in seat if "Away" in part and "#ui-bot" in part}
    assert told == {"0"}


def shift(table, column, seconds):
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET {column} = clock_timestamp() + %s", [timedelta(seconds=seconds)]
        )


def test_who_is_not_seen_for_15_seconds_is_away_and_comes_back(people):
    match = make_running(*people)
    for user in people:
        seats_seen(pages={(match.code, user.pk): True})
    assert seats_mark_away() == 0
    shift("matches_seat", "seen_at", -16)
    seats_seen(pages={(match.code, people[1].pk): True})
    assert seats_mark_away() == 1
    assert [seat.is_away for seat in match.seats.all()] == [True, False]
    before = Match.objects.get(pk=match.pk).revision
    seats_seen(pages={(match.code, people[0].pk): True})
    assert not any(seat.is_away for seat in match.seats.all())
    assert Match.objects.get(pk=match.pk).revision == before + 1


def test_nobody_is_looked_for_at_a_match_that_is_over(people):
    match = make_running(*people)
    play_to_end(match, *people)
    assert not match.seats.filter(user__isnull=False, is_away=False).exists()
    shift("matches_seat", "seen_at", -16)
    assert seats_mark_away() == 0


@pytest.mark.django_db(transaction=True)
def test_a_match_whose_row_is_held_keeps_nobody_elses_absence_from_being_seen(people, caplog):
    held, other = sorted([make_running(*people), make_running(*people)], key=lambda one: one.code)
    shift("matches_match", "started_at", -16)

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        lock_match(held.code)
        pool.submit(impatient(seats_mark_away)).result()
    assert [held.seats.filter(is_away=True).count(), other.seats.filter(is_away=True).count()] == [
        0,
        2,
    ]
    assert "marking who is away failed" in caplog.text


def test_being_seen_again_and_again_disturbs_nobody(people):
    match = make_running(*people)
    seats_seen(pages={(match.code, people[0].pk): True})
    before = Match.objects.get(pk=match.pk).revision
    seats_seen(pages={(match.code, people[0].pk): True})
    assert Match.objects.get(pk=match.pk).revision == before


def test_a_bot_stands_in_where_the_table_chose_so(people, settings):
    settings.BOT_PAUSE_MS = 0
    match = make_running(*people, on_absence="stand_in")
    match.seats.filter(number=0).update(agrees_to_pause=True, agrees_to_void=True)
    abandon(match, people[1])
    seat = match.seats.get(number=0)
    assert match.status == Match.Status.RUNNING
    assert not seat.agrees_to_pause
    assert not seat.agrees_to_void
    assert seat.stand_in
    assert seat.stood_in
    assert sweep() == 1
    row = MatchAction.objects.filter(match=match).order_by("ply").last()
    assert (row.seat, row.auto) == (0, match.rules.bots[seat.stand_in].auto)


def test_whoever_left_takes_the_seat_back_and_acts(people):
    match = make_running(*people, on_absence="stand_in")
    abandon(match, people[1])
    with refused("stand_in"):
        act_for(match, people[0], first_legal(match))
    seat_return(code=match.code, user=people[0])
    match.refresh_from_db()
    assert match.bot_due_at is None
    assert match.deadline_at > database_now()
    act_for(match, people[0], first_legal(match))
    seat = match.seats.get(number=0)
    assert seat.stand_in == ""
    assert seat.stood_in


def test_an_outage_is_given_back_once(people):
    match = make_running(*people)
    outage_credit()
    pass_deadline(match)
    shift("matches_match", "turn_started_at", -110)
    shift("matches_heartbeat", "at", -100)
    deadline = Match.objects.get(pk=match.pk).deadline_at
    assert timedelta(seconds=99) < outage_credit() < timedelta(seconds=110)
    given = Match.objects.get(pk=match.pk).deadline_at - deadline
    assert timedelta(seconds=99) < given < timedelta(seconds=110)
    assert outage_credit() == timedelta()
    assert sweep() == 0
    assert not MatchAction.objects.filter(match=match).exists()


def test_a_short_pause_between_two_beats_is_no_outage(people):
    match = make_running(*people)
    outage_credit()
    shift("matches_heartbeat", "at", -3)
    deadline = Match.objects.get(pk=match.pk).deadline_at
    assert outage_credit() == timedelta()
    assert Match.objects.get(pk=match.pk).deadline_at == deadline
    assert Heartbeat.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_processes_that_find_an_outage_one_gives_it_back():
    match = make_running(make_user("ada"), make_user("bo"))
    outage_credit()
    shift("matches_match", "turn_started_at", -110)
    shift("matches_heartbeat", "at", -100)
    deadline = Match.objects.get(pk=match.pk).deadline_at

    @in_own_connection
    def process(_: int) -> timedelta:
        return outage_credit()

    with ThreadPoolExecutor(8) as pool:
        credits = list(pool.map(process, range(16)))
    assert len([credit for credit in credits if credit]) == 1
    given = Match.objects.get(pk=match.pk).deadline_at - deadline
    assert timedelta(seconds=99) < given < timedelta(seconds=110)


def test_six_seats_with_two_quitters_end_without_staff(people, settings):
    settings.BOT_PAUSE_MS = 0
    users = [*people, *(make_user(name) for name in ("cy", "dee", "eve", "flo"))]
    match = make_running(*users, on_absence="stand_in")
    gone = {1, 4}
    for _ in range(600):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        seat = match.seats.get(number=match.to_act)
        if seat.number not in gone:
            act_for(match, users[seat.number], first_legal(match))
            continue
        if not seat.stand_in:
            pass_deadline(match)
        assert sweep() >= 1
    assert match.status == Match.Status.FINISHED
    assert {seat.number for seat in match.seats.all() if seat.stood_in} <= gone
    assert match.seats.exclude(rank=None).count() == 6
