"""What clubs tell people: who asks to join, and what became of it."""

from __future__ import annotations

import pytest

from accounts.clubs.access import access_club
from accounts.clubs.models import Membership
from accounts.clubs.services.club import news_post, news_remove
from accounts.clubs.services.membership import (
    club_join,
    club_join_by_link,
    club_leave,
    link_make,
    request_decide,
    role_set,
)
from accounts.people.models import Notice, Tie
from accounts.people.services.ties import tie_set
from tests.support.clubs import make_club
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ada):
    return make_club(ada)


def told(user, client):
    """Return what the page of somebody's notices says, and where each leads."""
    client.force_login(user)
    page = client.get("/notices/").content.decode()
    return page, [one.url for one in user.notices.all()]


def test_whoever_may_decide_is_told_who_asks(club, ada, bo, client):
    chen, dora = make_user("chen"), make_user("dora")
    Membership.objects.create(club=club, user=chen, role=Membership.Role.DIRECTOR)
    Membership.objects.create(club=club, user=dora)
    club_join(club=club, user=bo)
    for one in (ada, chen):
        page, urls = told(one, client)
        assert "bo asked to join “Night Owls”." in page
        assert urls == [f"/clubs/{club.slug}/members/"]
    assert not dora.notices.exists()


def test_nobody_is_told_of_whom_a_block_keeps_apart(club, ada, bo):
    tie_set(owner=ada, other=bo, kind=Tie.Kind.BLOCK, on=True)
    club_join(club=club, user=bo)
    assert not Notice.objects.exists()


@pytest.mark.parametrize(
    ("accept", "sentence"),
    [
        (True, "You’re now a member of “Night Owls”."),
        (False, "“Night Owls” declined your request to join."),
    ],
)
def test_who_asked_is_told_what_became_of_it(club, ada, bo, client, accept, sentence):
    club_join(club=club, user=bo)
    request_decide(club=club, actor=ada, user_id=bo.pk, accept=accept)
    page, urls = told(bo, client)
    assert sentence in page
    assert urls == [f"/clubs/{club.slug}/"]
    assert not ada.notices.exists()


def test_nothing_is_left_to_decide_about_who_came_by_a_link(club, ada, bo):
    club_join(club=club, user=bo)
    club_join_by_link(token=link_make(club=club, actor=ada).token, user=bo)
    assert not Notice.objects.exists()


def test_a_new_role_is_told_until_it_ends(club, ada, bo, client):
    Membership.objects.create(club=club, user=bo)
    role_set(club=club, actor=ada, user_id=bo.pk, role="director")
    assert "You’re now a director of “Night Owls”." in told(bo, client)[0]
    role_set(club=club, actor=ada, user_id=bo.pk, role="member")
    assert not Notice.objects.exists()


def test_nobody_is_told_of_the_role_they_took_themselves(club, ada, bo):
    Membership.objects.create(club=club, user=bo, role=Membership.Role.OWNER)
    role_set(club=club, actor=ada, user_id=ada.pk, role="director")
    assert not Notice.objects.exists()


def belong(club, *users):
    for user in users:
        Membership.objects.create(club=club, user=user)


def test_members_are_told_of_news_but_not_who_wrote_them_nor_strangers(club, ada, bo, client):
    belong(club, bo)
    stranger = make_user("stranger")
    item = news_post(club=club, author=ada, title="New rooms", text="From Friday on.")
    page, urls = told(bo, client)
    assert "New announcement in “Night Owls”: New rooms" in page
    assert urls == [f"/clubs/{club.slug}/"]
    assert not ada.notices.exists()
    assert not stranger.notices.exists()
    news_remove(club=club, actor=ada, item_id=item.pk)
    assert not bo.notices.exists()


def test_who_wants_to_hear_no_more_is_not_told_until_they_do_again(club, ada, bo, client):
    belong(club, bo)
    client.force_login(bo)
    client.post(f"/clubs/{club.slug}/hear")
    assert "You’ve muted" in client.get(f"/clubs/{club.slug}/").content.decode()
    news_post(club=club, author=ada, title="One", text="…")
    assert not bo.notices.exists()
    client.post(f"/clubs/{club.slug}/hear", {"hears": "yes"})
    news_post(club=club, author=ada, title="Two", text="…")
    assert [one.args["title"] for one in bo.notices.all()] == ["Two"]


def test_only_members_say_what_they_hear(club, client):
    client.force_login(make_user("stranger"))
    assert client.post(f"/clubs/{club.slug}/hear", {"hears": "yes"}).status_code == 403


def test_who_leaves_a_club_keeps_none_of_its_news_and_all_of_others(club, ada, bo):
    other = make_club(ada, name="Early Birds")
    belong(club, bo)
    belong(other, bo)
    news_post(club=club, author=ada, title="Secret", text="…")
    news_post(club=other, author=ada, title="Kept", text="…")
    club_leave(access=access_club(bo, club.slug))
    assert [one.args["title"] for one in bo.notices.all()] == ["Kept"]


def test_to_tell_many_takes_as_many_statements_as_to_tell_two(
    club, ada, bo, django_assert_max_num_queries
):
    belong(club, bo, *[make_user(f"member{number}") for number in range(30)])
    with django_assert_max_num_queries(11):
        news_post(club=club, author=ada, title="New rooms", text="…")
    assert Notice.objects.filter(kind="news").count() == 31
