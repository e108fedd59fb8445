"""A pause that was agreed on: nothing happens, and the turn has its time left after it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.matches.access import access_match
from games.matches.clock import database_now
from games.matches.models import Heartbeat, Match, MatchAction, MatchEvent
from games.matches.rendering import render_push
from games.matches.selectors import help_shown, position_shown
from games.matches.services.match_act import match_time_out
from games.matches.services.match_agree import match_agree, match_resume
from games.matches.services.outage import outage_credit
from games.matches.services.presence import seat_return
from games.matches.services.sweep import sweep
from tests.support.tables import (
    act_for,
    agree,
    bot_acts,
    first_legal,
    is_out,
    make_running,
    make_user,
    pass_deadline,
    play_until_two_are_left,
    refused,
)

pytestmark = pytest.mark.django_db


def left(match):
    """What is left of the turn (or of the pause)."""
    return Match.objects.get(pk=match.pk).deadline_at - database_now()


def move_back(match, **columns):
    """Let that much time pass by moving what the match remembers into the past."""
    row = Match.objects.get(pk=match.pk)
    changed = {name: getattr(row, name) - gap for name, gap in columns.items()}
    Match.objects.filter(pk=match.pk).update(**changed)


def test_a_pause_is_half_an_hour_at_most(people):
    match = make_running(*people)
    agree(match, "pause", *people)
    assert timedelta(minutes=29) < left(match) < timedelta(minutes=31)


def test_in_a_pause_neither_a_program_nor_the_help_is_told_of_moves(people):
    match = make_running(*people)
    mine = access_match(people[match.to_act], match.code)
    assert position_shown(mine)[1]
    assert help_shown(mine)["can"]
    agree(match, "pause", *people)
    mine = access_match(people[match.to_act], match.code)
    assert position_shown(mine)[1] == []
    assert help_shown(mine) is None


def test_in_a_pause_nobody_acts_and_nothing_runs_out(people):
    match = make_running(*people, bots=["novice"])
    agree(match, "pause", *people)
    before = MatchEvent.objects.filter(match=match).count()
    with refused("paused"):
        act_for(match, people[0], first_legal(match))
    assert sweep() == 0
    match_time_out(code=match.code)
    assert not bot_acts(match)
    assert MatchEvent.objects.filter(match=match).count() == before
    page = render_push(people[0], match.code).html
    assert "data-action=" not in page.replace('data-action=\'{"type":"resign"}\'', "")
    assert 'id="turn-clock"' not in page


def test_the_turn_goes_on_with_the_time_it_had_left(people):
    match = make_running(*people, turn_seconds=60, reserve_seconds=60)
    move_back(match, turn_started_at=timedelta(seconds=40), deadline_at=timedelta(seconds=40))
    agree(match, "pause", *people)
    hour = timedelta(minutes=20)
    move_back(match, turn_started_at=hour, deadline_at=hour, paused_at=hour)
    match_resume(code=match.code, user=people[1])
    assert timedelta(seconds=75) < left(match) <= timedelta(seconds=80)
    match.refresh_from_db()
    assert match.paused_at is None
    assert not match.seats.filter(agrees_to_pause=True).exists()
    act_for(match, people[0], first_legal(match))


def test_a_turn_that_was_nearly_over_gets_fifteen_seconds(people):
    match = make_running(*people, turn_seconds=60, reserve_seconds=0)
    move_back(match, turn_started_at=timedelta(seconds=59), deadline_at=timedelta(seconds=59))
    agree(match, "pause", *people)
    match_resume(code=match.code, user=people[0])
    assert timedelta(seconds=13) < left(match) <= timedelta(seconds=15)


def test_nobody_ends_a_pause_while_somebody_is_away(people):
    match = make_running(*people)
    agree(match, "pause", *people)
    match.seats.filter(number=1).update(is_away=True)
    with refused("somebody_away"):
        match_resume(code=match.code, user=people[0])
    match_resume(code=match.code, user=people[1])


def test_who_is_out_and_away_does_not_hold_a_pause(people):
    users = [*people, make_user("cy")]
    match = make_running(*users)
    play_until_two_are_left(match, *users)
    still = [user for seat, user in enumerate(users) if not is_out(match, seat)]
    agree(match, "pause", *still)
    match.seats.exclude(user__in=still).update(is_away=True)
    assert "Still away" not in render_push(still[0], match.code).html
    match_resume(code=match.code, user=still[0])
    match.refresh_from_db()
    assert match.paused_at is None


def test_a_pause_ends_by_itself(people):
    match = make_running(*people)
    agree(match, "pause", *people)
    pass_deadline(match)
    assert sweep() == 1
    match.refresh_from_db()
    assert match.paused_at is None
    assert left(match) > timedelta(seconds=170)
    assert sweep() == 0
    assert not MatchAction.objects.filter(match=match).exists()


def test_an_outage_in_a_pause_costs_neither_the_pause_nor_the_turn(people):
    match = make_running(*people, turn_seconds=60, reserve_seconds=0)
    outage_credit()
    agree(match, "pause", *people)
    gap = timedelta(minutes=40)
    move_back(match, turn_started_at=gap, deadline_at=gap, paused_at=gap)
    Heartbeat.objects.update(at=database_now() - gap)
    assert outage_credit() > timedelta(minutes=39)
    assert timedelta(minutes=29) < left(match) < timedelta(minutes=31)
    match_resume(code=match.code, user=people[0])
    assert timedelta(seconds=57) < left(match) <= timedelta(seconds=60)


def test_who_takes_their_seat_back_in_a_pause_has_a_whole_turn_after_it(people):
    match = make_running(*people, on_absence="stand_in", turn_seconds=60, reserve_seconds=0)
    match.seats.filter(number=0).update(stand_in="novice", stood_in=True)
    with refused("stand_in"):
        match_agree(code=match.code, user=people[0], to="pause")
    agree(match, "pause", people[1])
    assert match.paused_at is not None
    seat_return(code=match.code, user=people[0])
    match_resume(code=match.code, user=people[0])
    assert timedelta(seconds=57) < left(match) <= timedelta(seconds=60)
