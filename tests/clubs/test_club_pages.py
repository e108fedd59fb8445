"""Pages of clubs: what they show to whom, and what is posted to them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.clubs.models import JoinRequest, Membership
from accounts.clubs.services.club import news_post
from accounts.clubs.views import pages
from tests.support.clubs import make_club, roles

pytestmark = pytest.mark.django_db


PAGES = {"home": 200, "members": 200, "journal": 403, "edit": 403}


POSTS = (
    "join", "leave", "decide", "remove", "set_role",
    "make_link", "withdraw_link", "post_news", "remove_news",
)  # fmt: skip


@pytest.mark.parametrize("name", [*PAGES, *POSTS])
def test_every_address_of_a_private_club_answers_404_to_outsiders(client, ada, bo, name):
    club = make_club(ada, is_private=True)
    client.force_login(bo)
    url = reverse(f"clubs:{name}", args=[club.slug])
    answer = client.get(url) if name in PAGES else client.post(url)
    assert answer.status_code == 404
    assert club.name not in answer.content.decode()


@pytest.mark.parametrize(("name", "status"), PAGES.items())
def test_a_plain_member_sees_pages_but_not_the_directors(client, club, bo, name, status):
    Membership.objects.create(club=club, user=bo)
    client.force_login(bo)
    assert client.get(reverse(f"clubs:{name}", args=[club.slug])).status_code == status


@pytest.mark.parametrize("name", PAGES)
def test_an_owner_sees_every_page(client, club, ada, name):
    client.force_login(ada)
    assert client.get(reverse(f"clubs:{name}", args=[club.slug])).status_code == 200


@pytest.mark.parametrize("name", ["decide", "remove", "set_role", "make_link", "post_news"])
def test_a_plain_member_directs_nothing(client, club, bo, name):
    Membership.objects.create(club=club, user=bo)
    client.force_login(bo)
    before = roles(club)
    url = reverse(f"clubs:{name}", args=[club.slug])
    assert client.post(url, {"user": bo.pk, "role": "owner"}).status_code == 403
    assert roles(club) == before


@pytest.mark.parametrize("name", POSTS)
def test_nobody_posts_without_signing_in(client, club, name):
    answer = client.post(reverse(f"clubs:{name}", args=[club.slug]))
    assert answer.status_code == 302
    assert "login" in answer.url


@pytest.mark.parametrize("junk", ["", "x", "-1", "9" * 40, "１"])
@pytest.mark.parametrize("name", ["decide", "remove", "set_role", "withdraw_link", "remove_news"])
def test_junk_gets_a_sentence_and_changes_nothing(client, club, ada, name, junk):
    client.force_login(ada)
    url = reverse(f"clubs:{name}", args=[club.slug])
    answer = client.post(url, {"user": junk, "link": junk, "item": junk, "role": junk})
    assert answer.status_code == 422
    assert roles(club) == {"ada": "owner"}


def test_what_a_notice_links_to_can_be_followed_and_nothing_else_gets_in(client, club, ada):
    text = "Menu: https://example.org/menu <b>bold</b>"
    client.force_login(ada)
    client.post(reverse("clubs:post_news", args=[club.slug]), {"title": "Food", "text": text})
    page = client.get(reverse("clubs:home", args=[club.slug])).content.decode()
    assert '<a href="https://example.org/menu" rel="nofollow' in page
    assert "&lt;b&gt;bold&lt;/b&gt;" in page


def test_who_has_asked_one_club_has_not_asked_the_next(client, club, ada, bo):
    JoinRequest.objects.create(club=club, user=bo)
    client.force_login(bo)
    both = (club, make_club(ada, name="Early Birds"))
    pages = [client.get(reverse("clubs:home", args=[one.slug])) for one in both]
    assert [page.context["asked"] for page in pages] == [True, False]


def test_founding_by_the_form(client, ada):
    client.force_login(ada)
    data = {"name": "Dead Line", "joining": "open", "about": "", "place": ""}
    answer = client.post(reverse("clubs:new"), data)
    assert answer.url == reverse("clubs:members", args=["dead-line"])
    assert client.post(reverse("clubs:new"), {**data, "name": "x"}).status_code == 422


def test_the_list_finds_clubs_by_name(client, club, ada):
    make_club(ada, name="Hidden", is_private=True)
    page = client.get(reverse("clubs:list"), {"q": "owl"}).content.decode()
    assert "Night Owls" in page
    assert "Hidden" not in client.get(reverse("clubs:list")).content.decode()


def test_a_search_goes_on_to_its_next_page(client, ada, monkeypatch):
    monkeypatch.setattr(pages, "PER_PAGE", 1)
    for name in ("Night Owls", "Barn Owls", "Early Birds"):
        make_club(ada, name=name)
    page = client.get(reverse("clubs:list"), {"q": "owl"}).content.decode()
    assert 'href="?q=owl&amp;page=2"' in page


def test_older_news_can_be_read(client, club, ada, monkeypatch):
    monkeypatch.setattr(pages, "NEWS_PER_PAGE", 1)
    for title in ("Founded", "Summer party"):
        news_post(club=club, author=ada, title=title, text="Come.")
    home = reverse("clubs:home", args=[club.slug])
    newest = client.get(home).content.decode()
    assert "Summer party" in newest
    assert "Founded" not in newest
    assert 'href="?news=2"' in newest
    assert "Founded" in client.get(home, {"news": 2}).content.decode()
