"""A rematch: who is asked, who sees it, and when it makes way for another."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts.people.models import Notice
from accounts.people.services.ties import tie_set
from games.matches.access import MatchNotFound, access_match
from games.matches.models import Match
from games.matches.refusals import MatchRefusal
from games.matches.selectors import rematch_shown
from games.matches.services import table_create
from games.matches.services.table_create import table_rematch
from games.matches.services.table_free import match_call_off_for_good
from games.matches.services.table_seats import table_sit, table_stand
from tests.support.clubs import make_club
from tests.support.tables import (
    act_for,
    make_running,
    make_table,
    make_user,
    play_to_end,
    refused,
    sit_down,
)


def test_a_rematch_opens_one_table_for_the_same_people(match, people):
    ada, bo = people
    with refused("not_finished"):
        table_rematch(code=match.code, user=ada)
    play_to_end(match, *people)
    again = table_rematch(code=match.code, user=ada)
    assert table_rematch(code=match.code, user=bo).pk == again.pk
    assert again.options == match.options
    assert {seat.user for seat in again.seats.all()} == {ada, bo}
    with pytest.raises(MatchRefusal, match="not_seated"):
        table_rematch(code=match.code, user=make_user("eve"))


def test_a_rematch_gets_ready_by_itself_against_bots_alone(client, people):
    ada, bo = people
    for others, fragment in (([], "#ready"), ([bo], "")):
        match = make_running(ada, *others, bots=["novice"])
        for user in (ada, *others):
            act_for(match, user, {"type": "resign"})
        client.force_login(ada)
        answer = client.post(reverse("matches:rematch", args=[match.code]))
        table = Match.objects.get(rematch_of=match)
        assert answer["Location"] == reverse("matches:match", args=[table.code]) + fragment


def test_who_is_asked_for_a_rematch_reads_it_beside_the_result(match, people):
    ada, bo = people
    play_to_end(match, *people)
    again = table_rematch(code=match.code, user=ada)
    shown = [rematch_shown(access_match(one, match.code)) for one in (bo, ada, AnonymousUser())]
    assert shown == [again, None, again]
    table_stand(code=again.code, user=ada)
    assert rematch_shown(access_match(bo, match.code)) is None


def test_who_has_come_to_a_rematch_is_told_of_it_no_more(people):
    ada, bo = people
    chen = make_user("chen")
    match = make_running(ada, bo, chen)
    play_to_end(match, ada, bo, chen)
    again = table_rematch(code=match.code, user=ada)
    assert table_rematch(code=match.code, user=bo) == again
    assert [notice.user for notice in Notice.objects.all()] == [chen]


def test_a_rematch_is_one_more_table_of_whoever_asks_first(match, people, monkeypatch):
    ada, bo = people
    play_to_end(match, ada, bo)
    monkeypatch.setattr(table_create, "MOST_OPEN", 1)
    make_table(ada)
    with refused("too_many"):
        table_rematch(code=match.code, user=ada)
    again = table_rematch(code=match.code, user=bo)
    assert table_rematch(code=match.code, user=ada) == again


def test_a_rematch_that_is_full_is_there_to_watch(people):
    ada, bo = people
    match = make_running(ada, bo)
    play_to_end(match, ada, bo)
    again = table_rematch(code=match.code, user=ada)
    table_sit(code=again.code, user=make_user("eve"))
    assert table_rematch(code=match.code, user=bo) == again
    assert not again.seats.filter(user=bo).exists()


def test_a_rematch_whose_table_was_closed_makes_way_for_another(match, people):
    ada, bo = people
    play_to_end(match, *people)
    given_up = table_rematch(code=match.code, user=ada)
    table_stand(code=given_up.code, user=ada)
    again = table_rematch(code=match.code, user=bo)
    assert again.pk != given_up.pk
    assert again.status == Match.Status.OPEN


def test_a_rematch_that_ended_void_makes_way_for_another(match, people):
    ada, bo = people
    play_to_end(match, *people)
    void = table_rematch(code=match.code, user=ada)
    table_rematch(code=match.code, user=bo)
    sit_down(void, *people)
    match_call_off_for_good(code=void.code)
    assert rematch_shown(access_match(AnonymousUser(), match.code)) is None
    assert table_rematch(code=match.code, user=ada).status == Match.Status.OPEN


def test_a_rematch_of_a_private_clubs_match_is_by_invitation(people):
    ada, bo = people
    match = make_running(ada, bo, club=make_club(ada, is_private=True))
    play_to_end(match, ada, bo)
    again = table_rematch(code=match.code, user=ada)
    assert access_match(bo, again.code).match == again
    with pytest.raises(MatchNotFound):
        access_match(make_user("eve"), again.code)


def test_a_rematch_asks_nobody_whom_a_block_keeps_apart(match, people):
    ada, bo = people
    play_to_end(match, *people)
    tie_set(owner=bo, other=ada, kind="block", on=True)
    again = table_rematch(code=match.code, user=ada)
    assert not Notice.objects.filter(user=bo).exists()
    assert not again.invitations.exists()
