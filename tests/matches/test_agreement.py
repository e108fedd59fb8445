"""Pauses, and ends without a result: both only when everybody who plays agrees."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.engine.contract import RESIGN
from games.matches.access import access_match
from games.matches.clock import database_now
from games.matches.history import figures_of, matches_of
from games.matches.models import Heartbeat, Match, MatchAction, MatchEvent
from games.matches.rendering import render_push
from games.matches.selectors import help_shown, position_shown
from games.matches.services.match_act import match_time_out
from games.matches.services.match_agree import match_agree, match_resume
from games.matches.services.outage import outage_credit
from games.matches.services.presence import seat_return
from games.matches.services.sweep import sweep
from games.ratings.models import RatingLog
from replays.listing import listed_matches
from tests.support.tables import (
    act_for,
    bot_acts,
    default_action,
    first_legal,
    is_out,
    make_running,
    make_user,
    pass_deadline,
    play_to_end,
    play_until_two_are_left,
    refused,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return make_user("ada"), make_user("bo")


def agree(match, to, *users, agrees=True):
    for user in users:
        match_agree(code=match.code, user=user, to=to, agrees=agrees)
    match.refresh_from_db()


def left(match):
    """What is left of the turn (or of the pause)."""
    return Match.objects.get(pk=match.pk).deadline_at - database_now()


def move_back(match, **columns):
    """Let that much time pass by moving what the match remembers into the past."""
    row = Match.objects.get(pk=match.pk)
    changed = {name: getattr(row, name) - gap for name, gap in columns.items()}
    Match.objects.filter(pk=match.pk).update(**changed)


def test_in_a_pause_neither_a_program_nor_the_help_is_told_of_moves(people):
    match = make_running(*people)
    mine = access_match(people[match.to_act], match.code)
    assert position_shown(mine)[1]
    assert help_shown(mine)["can"]
    agree(match, "pause", *people)
    mine = access_match(people[match.to_act], match.code)
    assert position_shown(mine)[1] == []
    assert help_shown(mine) is None


def test_a_pause_needs_everybody_who_plays(people):
    match = make_running(*people)
    agree(match, "pause", people[0])
    assert match.paused_at is None
    agree(match, "pause", people[1])
    assert match.paused_at is not None
    assert timedelta(minutes=29) < left(match) < timedelta(minutes=31)


def test_an_agreement_can_be_taken_back(people):
    match = make_running(*people)
    agree(match, "pause", people[0])
    agree(match, "pause", people[0], agrees=False)
    agree(match, "pause", people[1])
    assert match.paused_at is None


def test_in_a_pause_nobody_acts_and_nothing_runs_out(people):
    match = make_running(*people, bots=["simple"])
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
    match.seats.filter(number=0).update(stand_in="simple", stood_in=True)
    with refused("stand_in"):
        match_agree(code=match.code, user=people[0], to="pause")
    agree(match, "pause", people[1])
    assert match.paused_at is not None
    seat_return(code=match.code, user=people[0])
    match_resume(code=match.code, user=people[0])
    assert timedelta(seconds=57) < left(match) <= timedelta(seconds=60)


def test_a_match_ends_without_a_result_when_all_agree(people):
    match = make_running(*people, rated=True)
    act_for(match, people[0], first_legal(match))
    agree(match, "void", *people)
    assert (match.status, match.result, match.deadline_at) == (Match.Status.VOID, None, None)
    assert match.finished_at is not None
    assert not RatingLog.objects.filter(match=match.code).exists()
    assert match in matches_of(people[0], people[1])
    assert figures_of(people[0], people[0]) == []
    assert match in listed_matches(people[0], {})
    assert match not in listed_matches(make_user("cy"), {})
    assert not access_match(people[0], match.code).viewer.sees_all
    with refused("not_running"):
        act_for(match, people[0], dict(RESIGN))


def test_whoever_makes_a_move_takes_their_agreement_to_void_back(people):
    match = make_running(*people)
    agree(match, "void", people[0])
    act_for(match, people[0], first_legal(match))
    agree(match, "void", people[1])
    assert match.status == Match.Status.RUNNING


def test_who_has_resigned_is_not_asked(people):
    third = make_user("cy")
    match = make_running(*people, third)
    agree(match, "void", *people)
    assert match.status == Match.Status.RUNNING
    act_for(match, third, dict(RESIGN))
    assert match.status == Match.Status.VOID
    other = make_running(*people, third)
    act_for(other, third, dict(RESIGN))
    with refused("has_resigned"):
        match_agree(code=other.code, user=third, to="pause")


@pytest.mark.parametrize("to", ["pause", "void"])
def test_who_is_out_is_not_asked(people, to):
    users = [*people, make_user("cy")]
    match = make_running(*users)
    play_until_two_are_left(match, *users)
    [out] = [user for seat, user in enumerate(users) if is_out(match, seat)]
    still = [user for user in users if user != out]
    with refused("is_out"):
        match_agree(code=match.code, user=out, to=to)
    agree(match, to, still[0])
    pages = {user: render_push(user, match.code).html for user in users}
    assert f"Not yet: {still[1].username}." in pages[out]
    assert ["/agree" in pages[user] for user in (*still, out)] == [True, True, False]
    agree(match, to, still[1])
    assert (match.paused_at, match.status) != (None, Match.Status.RUNNING)


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


@pytest.mark.parametrize("to", ["pause", "void"])
def test_it_happens_when_the_only_one_who_had_not_agreed_goes_out(people, to):
    users = [*people, make_user("cy")]
    match = make_running(*users)
    while not any(is_out(match, seat) for seat in range(3)):
        assert match.paused_at is None
        assert match.status == Match.Status.RUNNING
        others = [user for seat, user in enumerate(users) if seat != match.to_act]
        agree(match, to, users[match.to_act], agrees=False)
        agree(match, to, *others)
        act_for(match, users[match.to_act], default_action(match))
    assert (match.paused_at, match.status) != (None, Match.Status.RUNNING)


def test_only_who_plays_is_asked_and_only_of_what_there_is(people):
    match = make_running(*people)
    with refused("not_seated"):
        match_agree(code=match.code, user=make_user("cy"), to="pause")
    with refused("bad_agreement"):
        match_agree(code=match.code, user=people[0], to="draw")
    with refused("not_paused"):
        match_resume(code=match.code, user=people[0])
    play_to_end(match, *people)
    with refused("not_running"):
        match_agree(code=match.code, user=people[0], to="void")


def test_players_of_an_event_do_not_call_their_match_off(people):
    match = make_running(*people)
    Match.objects.filter(pk=match.pk).update(arranged=True)
    with refused("void_by_director"):
        match_agree(code=match.code, user=people[0], to="void")
    agree(match, "pause", *people)
    assert match.paused_at is not None


def test_the_table_shows_who_agreed_to_all_and_buttons_to_who_is_asked(people):
    match = make_running(*people)
    agree(match, "pause", people[0])
    pages = [render_push(user, match.code).html for user in (*people, make_user("cy"))]
    for page in pages:
        assert "Agreed: ada." in page
        assert "Not yet: bo." in page
    assert ["Take it back" in page for page in pages] == [True, False, False]
    assert ["/agree" in page for page in pages] == [True, True, False]


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
