"""Who may challenge whom, how a challenge is answered, and what it does to the places."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.people.models import Notice, Tie
from games.challenges.models import Challenge, PlaceMove
from games.challenges.selectors.page import order_at
from games.challenges.services.challenge import (
    challenge_answer,
    challenge_give_up,
    challenge_make,
    challenge_void,
)
from games.challenges.services.ladder import ladder_close, ladder_edit, rung_remove
from games.challenges.services.places import ladder_join, rung_away, rung_place
from games.engine.contract import Refusal
from games.matches.services.table_seats import table_stand
from tests.support.challenges import (
    accepted,
    answered,
    challenged,
    days_pass,
    kinds,
    places,
    play,
    refused,
    rung,
)
from tests.support.tables import make_user, sit_down

pytestmark = pytest.mark.django_db
after_commit = pytest.mark.django_db(transaction=True)


@after_commit
def test_the_challenger_who_wins_takes_the_place_and_those_between_move_down(ladder, people):
    challenge = play(accepted(ladder, people["dora"], people["bo"]), people["dora"])
    assert challenge.status == "played"
    assert challenge.winner == people["dora"]
    assert places(ladder) == ["ada", "dora", "bo", "chen", "emil"]
    move = ladder.moves.last()
    assert (move.kind, move.from_place, move.to_place) == ("won", 4, 2)
    assert move.challenge == challenge


@after_commit
def test_the_challenger_who_loses_changes_nothing(ladder, people):
    play(accepted(ladder, people["dora"], people["bo"]), people["bo"])
    assert places(ladder) == ["ada", "bo", "chen", "dora", "emil"]
    assert kinds(ladder) == []


def test_the_match_is_a_rated_match_of_the_club_for_the_two(ladder, people):
    match = accepted(ladder, people["dora"], people["bo"]).match
    assert (match.rated, match.club, match.arranged) == (True, ladder.club, True)
    seats = match.seats.order_by("number")
    assert [seat.user for seat in seats] == [people["dora"], people["bo"]]
    told = Notice.objects.filter(subject=f"table:{match.code}").values_list("user__username")
    assert sorted(told) == [("bo",), ("dora",)]


def test_nobody_leaves_or_takes_a_seat_at_the_table_of_a_challenge(ladder, people):
    match = accepted(ladder, people["dora"], people["bo"]).match
    with pytest.raises(Refusal, match="seats_given"):
        table_stand(code=match.code, user=people["dora"])


@after_commit
def test_an_order_that_changed_meanwhile_is_the_one_that_counts(ladder, people):
    """The winner takes the place that the loser holds now, and none if they stand above."""
    challenge = accepted(ladder, people["dora"], people["bo"])
    rung_place(ladder=ladder, actor=people["ada"], user_id=people["bo"].pk, place=5, reason="x")
    play(challenge, people["bo"])
    assert places(ladder) == ["ada", "chen", "bo", "dora", "emil"]


def test_each_reason_why_somebody_cannot_be_challenged(ladder, people):
    ada, bo, chen, dora, emil = people.values()
    with refused("too_far"):
        challenged(ladder, emil, bo)
    with refused("below"):
        challenged(ladder, bo, chen)
    with refused("yourself"):
        challenged(ladder, bo, bo)
    with refused("no_such_rung"):
        challenged(ladder, bo, make_user("stranger"))
    with refused("not_on_ladder"):
        challenged(ladder, make_user("another"), ada)
    challenged(ladder, dora, bo)
    with refused("pair_open"):
        challenged(ladder, dora, bo)
    with refused("you_have_open"):
        challenged(ladder, dora, chen)
    with refused("has_open"):
        challenged(ladder, chen, bo)


def test_a_block_keeps_two_apart(ladder, people):
    Tie.objects.create(owner=people["bo"], other=people["chen"], kind=Tie.Kind.BLOCK)
    with refused("blocked"):
        challenged(ladder, people["chen"], people["bo"])


def test_a_block_makes_an_open_challenge_worth_nothing_to_either(ladder, people):
    ladder_edit(ladder=ladder, actor=people["ada"], free_declines=0)
    challenge = challenged(ladder, people["chen"], people["bo"])
    Tie.objects.create(owner=people["chen"], other=people["bo"], kind=Tie.Kind.BLOCK)
    with refused("blocked"):
        answered(challenge, "accept")
    assert answered(challenge, "decline").status == "void"
    assert places(ladder) == ["ada", "bo", "chen", "dora", "emil"]


@after_commit
def test_the_same_two_wait_a_week_whoever_challenges(ladder, people):
    play(accepted(ladder, people["dora"], people["bo"]), people["dora"])
    with refused("too_soon"):
        challenged(ladder, people["bo"], people["dora"])
    days_pass(ladder, 6)
    with refused("too_soon"):
        challenged(ladder, people["bo"], people["dora"])
    days_pass(ladder, 1)
    assert challenged(ladder, people["bo"], people["dora"]).status == "open"


def test_the_reason_names_the_days(ladder, people):
    answered(challenged(ladder, people["dora"], people["bo"]), "decline")
    with refused("too_soon") as found:
        challenged(ladder, people["dora"], people["bo"])
    again = timezone.localdate() + timedelta(days=7)
    assert f"Again from {again:%B} {again.day}." in found.value.sentence


def test_one_decline_is_free_and_the_next_counts_as_a_lost_match(ladder, people):
    first = answered(challenged(ladder, people["chen"], people["bo"]), "decline")
    assert not first.costs_place
    assert places(ladder) == ["ada", "bo", "chen", "dora", "emil"]
    second = answered(challenged(ladder, people["dora"], people["bo"]), "decline")
    assert second.costs_place
    assert places(ladder) == ["ada", "dora", "bo", "chen", "emil"]
    assert kinds(ladder) == ["default"]


def test_a_decline_is_free_again_after_thirty_days(ladder, people):
    answered(challenged(ladder, people["chen"], people["bo"]), "decline")
    days_pass(ladder, 31)
    assert not answered(challenged(ladder, people["chen"], people["bo"]), "decline").costs_place


def test_only_who_was_challenged_answers_and_only_once(ladder, people):
    challenge = challenged(ladder, people["chen"], people["bo"])
    with refused("not_yours"):
        challenge_answer(ladder=ladder, user=people["chen"], pk=challenge.pk, answer="accept")
    with refused("bad_answer"):
        answered(challenge, "perhaps")
    answered(challenge, "accept")
    with refused("answered"):
        answered(challenge, "decline")


def test_a_challenge_is_withdrawn_before_the_answer(ladder, people):
    challenge = challenged(ladder, people["chen"], people["bo"])
    with refused("answered"):
        challenge_give_up(ladder=ladder, user=people["bo"], pk=challenge.pk)
    done = challenge_give_up(ladder=ladder, user=people["chen"], pk=challenge.pk)
    assert done.status == "withdrawn"
    with refused("too_soon"):
        challenged(ladder, people["chen"], people["bo"])


def test_giving_up_before_the_match_loses_by_default(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    done = challenge_give_up(ladder=ladder, user=people["bo"], pk=challenge.pk)
    assert (done.status, done.winner) == ("forfeited", people["chen"])
    assert places(ladder) == ["ada", "chen", "bo", "dora", "emil"]
    challenge.match.refresh_from_db()
    assert challenge.match.status == "closed"


def test_a_match_that_has_begun_is_given_up_at_its_table(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    sit_down(challenge.match, people["chen"], people["bo"])
    with refused("match_begun"):
        challenge_give_up(ladder=ladder, user=people["bo"], pk=challenge.pk)


def test_a_director_cancels_a_challenge_and_its_match_has_no_result(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    sit_down(challenge.match, people["chen"], people["bo"])
    with pytest.raises(Exception, match="not_director"):
        challenge_void(ladder=ladder, actor=people["chen"], pk=challenge.pk)
    challenge_void(ladder=ladder, actor=people["ada"], pk=challenge.pk)
    challenge.refresh_from_db()
    challenge.match.refresh_from_db()
    assert (challenge.status, challenge.match.status) == ("void", "void")
    assert challenged(ladder, people["chen"], people["bo"]).status == "open"


def test_a_director_corrects_a_place_with_a_reason_that_stays(ladder, people):
    ada = people["ada"]
    with refused("no_reason"):
        rung_place(ladder=ladder, actor=ada, user_id=people["emil"].pk, place=2, reason=" ")
    with refused("bad_place"):
        rung_place(ladder=ladder, actor=ada, user_id=people["emil"].pk, place=6, reason="x")
    with pytest.raises(Exception, match="not_director"):
        rung_place(
            ladder=ladder, actor=people["emil"], user_id=people["emil"].pk, place=1, reason="x"
        )
    rung_place(ladder=ladder, actor=ada, user_id=people["emil"].pk, place=2, reason="Club champion")
    assert places(ladder) == ["ada", "emil", "bo", "chen", "dora"]
    move = ladder.moves.last()
    assert (move.kind, move.actor, move.reason) == ("corrected", ada, "Club champion")


def test_a_director_takes_somebody_off(ladder, people):
    challenge = challenged(ladder, people["chen"], people["bo"])
    rung_remove(ladder=ladder, actor=people["ada"], user_id=people["bo"].pk, reason="Asked for it")
    challenge.refresh_from_db()
    assert challenge.status == "void"
    assert places(ladder) == ["ada", "chen", "dora", "emil"]


@after_commit
def test_history_cannot_be_changed_and_gives_the_places_of_any_moment(ladder, people):
    before = timezone.now()
    play(accepted(ladder, people["dora"], people["bo"]), people["dora"])
    order = [people[name].pk for name in ("ada", "bo", "chen", "dora", "emil")]
    assert order_at(ladder, before) == order
    assert order_at(ladder, ladder.moves.first().at) == order[:1]
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        PlaceMove.objects.filter(ladder=ladder).update(to_place=1)


def test_absence_holds_the_place_for_weeks_but_not_forever(ladder, people):
    bo, today = people["bo"], timezone.localdate()
    with refused("away_too_long"):
        rung_away(ladder=ladder, user=bo, until=today + timedelta(days=29))
    rung_away(ladder=ladder, user=bo, until=today + timedelta(days=21))
    with refused("away"):
        challenged(ladder, people["chen"], bo)
    with refused("you_away"):
        challenged(ladder, bo, people["ada"])
    days_pass(ladder, 14)
    with refused("away_too_long"):
        rung_away(ladder=ladder, user=bo, until=today + timedelta(days=15))
    rung_away(ladder=ladder, user=bo, until=today + timedelta(days=14))
    rung_away(ladder=ladder, user=bo, until=None)
    assert challenged(ladder, people["chen"], bo).status == "open"
    with refused("away_again"):
        rung_away(ladder=ladder, user=bo, until=today + timedelta(days=3))


def test_nobody_goes_away_from_an_open_challenge(ladder, people):
    challenged(ladder, people["chen"], people["bo"])
    with refused("away_with_open"):
        rung_away(ladder=ladder, user=people["bo"], until=timezone.localdate())


def test_members_alone_join_once_and_at_the_bottom(ladder, people):
    with refused("already_on_ladder"):
        ladder_join(ladder=ladder, user=people["bo"])
    with pytest.raises(Exception, match="not_member"):
        ladder_join(ladder=ladder, user=make_user("stranger"))


def test_a_closed_ladder_keeps_its_places_and_cancels_what_is_open(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    ladder_close(ladder=ladder, actor=people["ada"])
    challenge.refresh_from_db()
    challenge.match.refresh_from_db()
    assert (challenge.status, challenge.match.status) == ("void", "closed")
    with refused("closed"):
        challenge_make(ladder=ladder, user=people["dora"], other_id=people["chen"].pk)
    assert places(ladder) == ["ada", "bo", "chen", "dora", "emil"]


def test_the_challenged_and_the_challenger_are_told(ladder, people):
    challenge = challenged(ladder, people["chen"], people["bo"])
    subject = f"challenge:{challenge.pk}"
    assert Notice.objects.get(subject=subject).user == people["bo"]
    answered(challenge, "decline")
    told = Notice.objects.get(subject=subject)
    assert (told.user, told.kind) == (people["chen"], "invitation")


@after_commit
def test_what_was_played_long_ago_counts_for_activity(ladder, people):
    days_pass(ladder, 20)
    play(accepted(ladder, people["chen"], people["bo"]), people["bo"])
    for name in ("chen", "bo"):
        assert rung(ladder, people[name]).active_at > timezone.now() - timedelta(minutes=5)
    assert Challenge.objects.get().ended_at is not None
