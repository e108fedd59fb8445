"""Who is asked about a pause or an end without a result: it takes all who are still in."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.engine.contract import RESIGN
from games.matches import store
from games.matches.access import access_match
from games.matches.agreement import agreement_context
from games.matches.history import figures_of, matches_of
from games.matches.models import Match
from games.matches.rendering import render_push
from games.matches.services.locking import seats_of
from games.matches.services.match_agree import match_agree, match_resume
from games.ratings.models import RatingLog
from replays.listing import listed_matches
from tests.support.tables import (
    act_for,
    agree,
    default_action,
    first_legal,
    is_out,
    make_running,
    make_user,
    play_to_end,
    play_until_two_are_left,
    refused,
)

pytestmark = pytest.mark.django_db


def test_a_pause_needs_everybody_who_plays(people):
    match = make_running(*people)
    agree(match, "pause", people[0])
    assert match.paused_at is None
    agree(match, "pause", people[1])
    assert match.paused_at is not None


def test_an_agreement_can_be_taken_back(people):
    match = make_running(*people)
    agree(match, "pause", people[0])
    agree(match, "pause", people[0], agrees=False)
    agree(match, "pause", people[1])
    assert match.paused_at is None


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


@pytest.mark.parametrize("to", ["pause", "void"])
def test_it_happens_when_the_only_one_who_had_not_agreed_goes_out(people, to):
    users = [*people, make_user("cy")]
    match, last = play_until_one_is_out(users, to)
    while not is_out(match, last):  # the next one's hand was empty, and they had agreed
        match, last = play_until_one_is_out(users, to)
    assert (match.paused_at, match.status) != (None, Match.Status.RUNNING)


def play_until_one_is_out(users: list[User], to: str) -> tuple[Match, int]:
    """Play by default actions; all but the seat to act agree. Return who acted last, too."""
    match = make_running(*users)
    while not any(is_out(match, seat) for seat in range(3)):
        assert (match.paused_at, match.status) == (None, Match.Status.RUNNING)
        last = match.to_act
        agree(match, to, users[last], agrees=False)
        agree(match, to, *(user for seat, user in enumerate(users) if seat != last))
        act_for(match, users[last], default_action(match))
    return match, last


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
    assert ["Undo" in page for page in pages] == [True, False, False]
    assert ["/agree" in page for page in pages] == [True, True, False]


def shown_to(match, number):
    """Return what the table shows of agreements to a seat, or to who only watches (None)."""
    seats = seats_of(match)
    me = None if number is None else seats[number]
    state = store.load_position(match).state
    return agreement_context(match, seats, me, match.rules, state)


def test_nobody_is_named_before_somebody_asks(people):
    match = make_running(*people)
    shown = shown_to(match, 0)
    assert (shown.may, shown.motions, shown.pause.missing, shown.away) == (True, [], [], [])


def test_of_two_questions_only_that_which_was_asked_is_put_to_the_table(people):
    match = make_running(*people)
    agree(match, "pause", people[0])
    mine, other, watching = (shown_to(match, number) for number in (0, 1, None))
    for shown in (mine, other, watching):
        assert shown.motions == [shown.pause]
        assert (shown.pause.agreed, shown.pause.missing) == (["ada"], ["bo"])
    assert [(one.may, one.pause.mine, one.void.mine) for one in (mine, other, watching)] == [
        (True, True, False),
        (True, False, False),
        (False, None, None),
    ]
    agree(match, "pause", people[0], agrees=False)
    agree(match, "void", people[1])
    shown = shown_to(match, 1)
    assert (shown.motions, shown.pause.mine, shown.void.mine) == ([shown.void], False, True)


def test_in_a_pause_who_is_away_holds_up_the_others_and_not_themselves(people):
    match = make_running(*people)
    agree(match, "pause", *people)
    assert [shown_to(match, number).others_away for number in (0, 1)] == [False, False]
    match.seats.filter(number=1).update(is_away=True)
    assert [shown_to(match, number).others_away for number in (0, 1)] == [True, False]
    assert shown_to(match, 0).away == ["bo"]


def test_nothing_is_asked_of_anybody_once_it_is_over(people):
    match = make_running(*people)
    agree(match, "void", *people)
    assert shown_to(match, 0) is None
