"""Two officers of a club decide in the same moment: one decision holds, the other is told so."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.clubs.access import access_club
from accounts.clubs.models import Club, Membership
from accounts.clubs.services.club import news_post, news_remove
from accounts.clubs.services.membership import (
    club_leave,
    link_make,
    link_withdraw,
    member_remove,
    request_decide,
    role_set,
)
from tests.support.clubs import make_club, roles
from tests.support.clusters import wait_until
from tests.support.database import how_many_wait
from tests.support.races import PATIENCE, at_once, in_own_connection
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def officers(club, ada, bo):
    """Three owners: whoever loses the role is not the last."""
    chen = make_user("chen")
    for one in (bo, chen):
        Membership.objects.create(club=club, user=one, role=Membership.Role.OWNER)
    return ada, bo


def verbs(club):
    return [entry.verb for entry in club.journal.all()]


def test_a_request_is_accepted_or_declined(club, officers):
    asking = make_user("asking")
    club.requests.create(user=asking)
    decide = partial(request_decide, club=club, user_id=asking.pk)
    attempts = [
        partial(decide, actor=actor, accept=accept)
        for actor in officers
        for accept in (True, False)
    ]
    assert at_once(attempts) == ["done", *["no_request"] * 3]
    [verb] = {"accepted", "declined"}.intersection(verbs(club))
    assert len(verbs(club)) == 2
    assert ("asking" in roles(club)) == (verb == "accepted")


def test_a_member_is_removed_once(club, officers):
    member = make_user("member")
    Membership.objects.create(club=club, user=member)
    remove = partial(member_remove, club=club, user_id=member.pk)
    assert at_once([partial(remove, actor=one) for one in officers]) == ["done", "no_such_member"]
    assert verbs(club).count("removed") == 1


def test_of_two_owners_who_remove_each_other_one_stays(club, officers):
    ada, bo = officers
    remove = partial(member_remove, club=club)
    attempts = [
        partial(remove, actor=ada, user_id=bo.pk),
        partial(remove, actor=bo, user_id=ada.pk),
    ]
    assert at_once(attempts) == ["done", "not_director"]
    assert len(roles(club)) == 2


def test_of_two_owners_who_take_the_role_from_each_other_one_keeps_it(club, officers):
    ada, bo = officers
    demote = partial(role_set, club=club, role="member")
    attempts = [
        partial(demote, actor=ada, user_id=bo.pk),
        partial(demote, actor=bo, user_id=ada.pk),
    ]
    assert at_once(attempts) == ["done", "not_owner"]
    assert sorted(roles(club).values()) == ["member", "owner", "owner"]


@pytest.mark.parametrize("steps_down", [True, False], ids=["step down", "leave"])
def test_of_the_last_two_owners_one_stays(ada, bo, steps_down):
    club = make_club(ada)
    Membership.objects.create(club=club, user=bo, role=Membership.Role.OWNER)
    attempts = [
        partial(role_set, club=club, actor=one, user_id=one.pk, role="member")
        if steps_down
        else partial(club_leave, access=access_club(one, club.slug))
        for one in (ada, bo)
    ]
    Membership.objects.create(club=club, user=make_user("member"))
    assert at_once(attempts) == ["done", "last_owner"]


def test_a_link_is_withdrawn_and_news_are_taken_off_once(club, officers):
    ada, _ = officers
    link = link_make(club=club, actor=ada)
    withdraw = partial(link_withdraw, club=club, link_id=link.pk)
    assert at_once([partial(withdraw, actor=one) for one in officers]) == ["done", "no_such_link"]
    item = news_post(club=club, author=ada, title="Soon", text="Cards.")
    remove = partial(news_remove, club=club, item_id=item.pk)
    assert at_once([partial(remove, actor=one) for one in officers]) == ["done", "no_such_news"]
    assert sorted(verbs(club)) == ["founded", "made_link", "posted", "unposted", "withdrew_link"]


FORMS = {
    "clubs:edit": {"name": "Barn Owls", "joining": "open"},
    "clubs:decide": {"user": "1", "answer": "accept"},
    "clubs:remove": {"user": "1"},
    "clubs:set_role": {"user": "1", "role": "director"},
    "clubs:make_link": {},
    "clubs:withdraw_link": {"link": "1"},
    "clubs:post_news": {"title": "Soon", "text": "Cards."},
    "clubs:remove_news": {"item": "1"},
    "tournaments:season_new": {"name": "Winter"},
}


def test_what_the_last_member_still_sends_while_they_leave_finds_no_club(ada):
    @in_own_connection
    def post(name, club, data):
        browser = Client()
        browser.force_login(ada)
        return browser.post(reverse(name, args=[club.slug]), data).status_code

    answers = {}
    for name, data in FORMS.items():
        club = make_club(ada)
        with ThreadPoolExecutor(2) as pool:
            with transaction.atomic():
                Club.objects.select_for_update().get(pk=club.pk)
                leaves = pool.submit(post, "clubs:leave", club, {})
                wait_until(lambda: how_many_wait() == 1)
                sent = pool.submit(post, name, club, data)
                wait_until(lambda: how_many_wait() == 2)
            answers[name] = (leaves.result(PATIENCE), sent.result(PATIENCE))
    assert answers == dict.fromkeys(FORMS, (302, 404))
    assert not Club.objects.exists()
