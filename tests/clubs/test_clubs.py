"""Clubs: who may see, join, direct and own them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.clubs.access import ClubNotFound, access_club, visible_clubs
from accounts.clubs.journal import sentence_of
from accounts.clubs.models import Club, InvitationLink, Membership
from accounts.clubs.refusals import ClubRefusal
from accounts.clubs.services.club import club_edit, news_post
from accounts.clubs.services.membership import (
    club_join,
    club_join_by_link,
    club_leave,
    link_make,
    member_remove,
    request_decide,
    role_set,
)
from accounts.privacy.leave import person_leave
from tests.support.clubs import make_club, roles
from tests.support.events import make_event
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def refused(code):
    return pytest.raises(ClubRefusal, match=code)


def test_the_founder_owns_the_club(club, ada):
    assert roles(club) == {"ada": "owner"}
    assert access_club(ada, club.slug).is_owner


def test_one_person_owns_so_many_clubs(ada, monkeypatch):
    monkeypatch.setattr("accounts.clubs.services.club.MOST_OWNED", 1)
    make_club(ada)
    with refused("too_many"):
        make_club(ada, name="Early Birds")


def test_two_clubs_of_one_name_are_told_apart(club, bo):
    with refused("name_taken"):
        make_club(bo, name="night owls")
    assert make_club(bo, name="Night-Owls").slug != club.slug


def test_a_name_in_chinese_has_an_address(ada):
    assert make_club(ada, name="夜貓子俱樂部").slug == "夜貓子俱樂部"


def found(client, **fields):
    return client.post("/clubs/new/", {"name": "棋社", "joining": "open", **fields})


def test_a_name_may_be_two_characters_long(ada):
    assert found(signed_in(ada)).status_code == 302
    assert Club.objects.get(name="棋社").slug == "棋社"


def test_a_name_that_is_taken_is_said_to_be(club, bo):
    answer = found(signed_in(bo), name="night owls")
    assert (answer.status_code, Club.objects.count()) == (422, 1)
    assert "There’s already a club with this name. Choose another." in answer.content.decode()


def test_no_name_and_no_address_tells_of_a_private_club(ada, bo):
    hidden = make_club(ada, is_private=True)
    assert hidden.slug.startswith("night-owls-")
    answer = found(signed_in(bo), name="Night Owls")
    assert (answer.status_code, answer["Location"]) == (302, "/clubs/night-owls/members/")
    hidden.is_private = False
    with refused("name_taken"):
        club_edit(club=hidden, actor=ada, is_private=False)


def test_an_open_club_is_joined_at_once(ada, bo):
    club = make_club(ada, joining=Club.Joining.OPEN)
    club_join(club=club, user=bo)
    assert roles(club) == {"ada": "owner", "bo": "member"}
    with refused("already_member"):
        club_join(club=club, user=bo)


def test_a_request_waits_for_a_director(club, ada, bo):
    assert club_join(club=club, user=bo, message="Hello") is None
    with refused("already_asked"):
        club_join(club=club, user=bo)
    request_decide(club=club, actor=ada, user_id=bo.pk, accept=True)
    assert roles(club)["bo"] == "member"
    with refused("no_request"):
        request_decide(club=club, actor=ada, user_id=bo.pk, accept=True)


def test_a_declined_request_makes_no_member(club, ada, bo):
    club_join(club=club, user=bo)
    request_decide(club=club, actor=ada, user_id=bo.pk, accept=False)
    assert "bo" not in roles(club)


def test_a_link_makes_members_until_it_expires(ada, bo):
    club = make_club(ada, joining=Club.Joining.INVITATION)
    with refused("by_invitation"):
        club_join(club=club, user=bo)
    link = link_make(club=club, actor=ada)
    club_join_by_link(token=link.token, user=bo)
    club_join_by_link(token=link.token, user=bo)
    assert roles(club)["bo"] == "member"
    InvitationLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with refused("link_invalid"):
        club_join_by_link(token=link.token, user=make_user("chen"))
    client = Client()
    client.force_login(ada)
    assert link.token not in client.get(f"/clubs/{club.slug}/members/").content.decode()


def test_the_last_owner_cannot_leave_be_removed_or_step_down(club, ada, bo):
    make_event(ada, club)
    with refused("last_owner"):
        club_leave(access=access_club(ada, club.slug))
    with refused("last_owner"):
        member_remove(club=club, actor=ada, user_id=ada.pk)
    with refused("last_owner"):
        role_set(club=club, actor=ada, user_id=ada.pk, role="member")
    role_set(club=club, actor=ada, user_id=ada.pk, role="owner")
    Membership.objects.create(club=club, user=bo)
    role_set(club=club, actor=ada, user_id=bo.pk, role="owner")
    club_leave(access=access_club(ada, club.slug))
    assert roles(club) == {"bo": "owner"}


def test_whoever_is_alone_in_a_club_closes_it_by_leaving(club, ada, bo, client):
    news_post(club=club, author=ada, title="Founded", text="Come.")
    client.force_login(ada)
    page = client.get(f"/clubs/{club.slug}/").content.decode()
    assert "If you leave, the club closes" in page
    assert client.post(f"/clubs/{club.slug}/leave").status_code == 302
    assert not Club.objects.exists()
    assert make_club(bo).slug == club.slug


def test_a_club_that_has_held_events_stays(club, ada, bo):
    make_event(ada, club)
    with refused("last_owner"):
        club_leave(access=access_club(ada, club.slug))
    person_leave(user=ada)
    assert Club.objects.get().tournaments.count() == 1
    assert not Club.objects.get().memberships.exists()


def test_a_club_nobody_is_left_in_goes_with_the_last_who_leaves_the_site(club, ada):
    person_leave(user=ada)
    assert not Club.objects.exists()


def test_a_director_removes_members_but_no_director(club, ada, bo):
    chen = make_user("chen")
    for user, role in ((bo, "director"), (chen, "member")):
        Membership.objects.create(club=club, user=user, role=role)
    with refused("outranked"):
        member_remove(club=club, actor=bo, user_id=ada.pk)
    member_remove(club=club, actor=bo, user_id=chen.pk)
    assert roles(club) == {"ada": "owner", "bo": "director"}


def test_who_is_removed_does_not_come_back_by_a_link_they_know(ada, bo):
    club = make_club(ada, joining=Club.Joining.INVITATION)
    link = link_make(club=club, actor=ada)
    club_join_by_link(token=link.token, user=bo)
    client = Client()
    client.force_login(ada)
    page = client.get(f"/clubs/{club.slug}/members/").content.decode()
    assert "This also revokes all invite links" in page
    assert "they can rejoin" not in page
    member_remove(club=club, actor=ada, user_id=bo.pk)
    with refused("link_invalid"):
        club_join_by_link(token=link.token, user=bo)
    assert roles(club) == {"ada": "owner"}


def test_whoever_removes_somebody_from_an_open_club_reads_that_they_can_come_back(ada, bo):
    club = make_club(ada, joining=Club.Joining.OPEN)
    club_join(club=club, user=bo)
    client = Client()
    client.force_login(ada)
    page = client.get(f"/clubs/{club.slug}/members/").content.decode()
    assert "This club is open, so they can rejoin." in page
    assert "This also revokes all invite links" not in page  # there are none


def test_a_private_club_does_not_exist_for_others(ada, bo):
    club = make_club(ada, is_private=True)
    with pytest.raises(ClubNotFound):
        access_club(bo, club.slug)
    assert list(visible_clubs(bo)) == []
    assert list(visible_clubs(ada)) == [club]


def test_the_journal_says_who_did_what(club, ada, bo):
    club_join(club=club, user=bo)
    request_decide(club=club, actor=ada, user_id=bo.pk, accept=True)
    said = [sentence_of(entry) for entry in club.journal.all()]
    assert said == ["ada accepted bo’s request.", "bo asked to join.", "ada created the club."]
