"""Who signs in on the way to something, or reads in another language, comes to a page."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.clubs.models import Club
from tests.support.clubs import make_club
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
HERE = "http://testserver"
PASSWORD = "four-aces-in-hand"


@pytest.fixture(autouse=True)
def no_limits_reached() -> None:
    """Rate limits count in the cache; every test begins at nought."""
    cache.clear()


@pytest.fixture
def club() -> Club:
    """A club that takes members by invitation only."""
    return make_club(make_user("ada"), joining=Club.Joining.INVITATION)


def somebody(name: str) -> None:
    """Make a person who can log in."""
    user = make_user(name, PASSWORD)
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)


def language_leads_to(page: HttpResponse) -> str:
    """Return the page to which choosing another language leads."""
    field = r'/i18n/setlang/".*?name="next" value="([^"]*)"'
    menu = re.search(field, page.content.decode(), re.DOTALL)
    assert menu
    return menu[1]


def join(client: Client, club: Club, sent_from: str | None) -> HttpResponse:
    """Press a button for members of a club, on a page."""
    headers = {"referer": sent_from} if sent_from else {}
    return client.post(reverse("clubs:join", args=[club.slug]), headers=headers)


def test_who_mistypes_a_password_and_takes_another_language_goes_on_to_the_same_page(
    client: Client,
) -> None:
    wrong = {"login": "dora", "password": "none of hers", "next": "/rules/?n=1"}
    refused = client.post(reverse("account_login"), wrong)
    again = language_leads_to(refused)
    assert again == "/accounts/login/?next=%2Frules%2F%3Fn%3D1"
    chosen = client.post(reverse("set_language"), {"language": "zh-hant", "next": again})
    assert chosen["Location"] == again
    assert 'name="next" value="/rules/?n=1"' in client.get(again).content.decode()


def test_who_signs_in_for_what_they_have_sent_comes_to_where_it_was_sent_from(
    client: Client, club: Club
) -> None:
    somebody("dora")
    home = reverse("clubs:home", args=[club.slug])
    to_login = join(client, club, f"{HERE}{home}?news=1")
    entered = client.post(
        to_login["Location"],
        {"login": "dora", "password": PASSWORD, "next": f"{home}?news=1"},
        follow=True,
    )
    assert to_login["Location"].endswith(f"?next={home}%3Fnews%3D1")
    assert entered.status_code == 200
    assert club.name in entered.content.decode()


@pytest.mark.parametrize("sent_from", [None, "https://elsewhere.example/clubs/", "//elsewhere"])
def test_who_signs_in_for_what_came_from_elsewhere_begins_at_the_front_page(
    client: Client, club: Club, sent_from: str | None
) -> None:
    assert join(client, club, sent_from)["Location"] == "/accounts/login/?next=/"


def test_another_language_on_a_refusal_leads_to_where_it_was_sent_from(
    client: Client, club: Club
) -> None:
    client.force_login(make_user("dora"))
    home = reverse("clubs:home", args=[club.slug])
    refused = join(client, club, HERE + home)
    assert refused.status_code in {403, 422}
    assert language_leads_to(refused) == home


def test_who_comes_to_the_address_of_a_button_sees_a_page(client: Client, club: Club) -> None:
    answer = client.get(reverse("clubs:join", args=[club.slug]))
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert 'class="site-header"' in answer.content.decode()


def test_who_has_forgotten_their_password_goes_on_to_the_page_they_wanted(client: Client) -> None:
    somebody("dora")
    entrance = client.get("/accounts/login/?next=/rules/%3Fn%3D1").content.decode()
    link = re.search(r'href="(/accounts/password/reset/[^"]*)"', entrance)
    assert link
    code = client.post(link[1], {"email": "dora@example.org"})["Location"]
    found = re.search(r"^[A-Z0-9]{3,}-?[A-Z0-9]{3,}$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found
    renewal = client.post(code, {"code": found[0]})["Location"]
    new = {"password1": "another-four-aces", "password2": "another-four-aces"}
    done = client.post(renewal, new)
    assert done["Location"] == "/rules/?n=1"
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize(
    "foreign", ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:x"]
)
def test_no_way_back_leads_off_the_site(client: Client, foreign: str) -> None:
    somebody("dora")
    entered = {"login": "dora", "password": PASSWORD, "next": foreign}
    assert client.post(reverse("account_login"), entered)["Location"] == "/"
    refused = Client().post(reverse("account_login"), {**entered, "password": "none of hers"})
    again = language_leads_to(refused)
    assert again.startswith("/accounts/login/?next=")
    chosen = client.post(reverse("set_language"), {"language": "en", "next": foreign})
    assert chosen["Location"] == "/"


def test_who_signs_in_stays_so_when_the_browser_is_closed_unless_they_choose_otherwise(
    client: Client,
) -> None:
    somebody("dora")
    form = client.get(reverse("account_login")).context["form"]
    assert form["remember"].initial is True
    for chosen, stays in (({"remember": "on"}, True), ({}, False)):
        browser = Client()
        browser.post(reverse("account_login"), {"login": "dora", "password": PASSWORD, **chosen})
        assert browser.session.get_expire_at_browser_close() is not stays
