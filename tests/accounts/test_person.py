"""People's pages: open to everybody, and to nobody who left."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_anybody_may_look_at_anybodys_page(client: Client) -> None:
    ada = User.objects.create_user("ada")
    answer = client.get(ada.get_absolute_url())
    assert answer.status_code == 200
    assert "<title>ada · Kibitz</title>" in answer.content.decode()


def test_a_name_in_another_case_leads_to_the_right_address(client: Client) -> None:
    User.objects.create_user("Ada")
    answer = client.get(reverse("accounts:person", args=["aDA"]))
    assert (answer.status_code, answer["Location"]) == (302, "/people/Ada/")


@pytest.mark.parametrize("name", ["王小明", "a.b", "Jürgen"])
def test_every_name_that_is_allowed_has_an_address(client: Client, name: str) -> None:
    person = User.objects.create_user(name)
    assert client.get(person.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("name", ["nobody-here", "gone", "\x00", "a" * 300])
def test_nobody_and_somebody_who_left_are_the_same(client: Client, name: str) -> None:
    User.objects.create_user("gone", is_active=False)
    assert client.get(reverse("accounts:person", args=[name])).status_code == 404


def test_the_mail_address_stands_on_nobodys_page(client: Client) -> None:
    ada = User.objects.create_user("ada", "ada@secret.example")
    client.force_login(User.objects.create_user("bo"))
    assert "secret.example" not in client.get(ada.get_absolute_url()).content.decode()


def test_ones_own_page_leads_to_the_account(client: Client) -> None:
    client.force_login(User.objects.create_user("ada"))
    text = client.get(reverse("accounts:profile")).content.decode()
    assert reverse("accounts:preferences") in text
    assert reverse("mfa_index") in text
