"""The mails of a local site: for this machine only, and never on a real site."""

from __future__ import annotations

import io

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.mail import BACKEND, MAILS, EmailBackend

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_outbox(settings: Settings) -> None:
    """A local site that sends its mail to the terminal, and has sent none."""
    MAILS.clear()
    settings.LOCAL, settings.SAFE, settings.EMAIL_BACKEND = True, False, BACKEND


def send(subject: str = "Your code") -> None:
    message = EmailMessage(subject, "It is ABC-DEF. <b>", "site@example.org", ["dora@example.org"])
    EmailBackend(stream=io.StringIO()).send_messages([message])


def test_the_newest_mail_stands_first(client: Client) -> None:
    send("older")
    send("newer")
    text = client.get(reverse("accounts:mails")).content.decode()
    assert text.index("newer") < text.index("older")
    assert "dora@example.org" in text
    assert "ABC-DEF. &lt;b&gt;" in text


def test_only_the_newest_are_kept() -> None:
    for number in range(30):
        send(str(number))
    assert [mail.subject for mail in MAILS] == [str(number) for number in range(10, 30)]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOCAL", False),
        ("SAFE", True),
        ("EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend"),
    ],
)
def test_a_site_for_others_has_no_such_page(
    client: Client, settings: Settings, name: str, value: object
) -> None:
    send()
    setattr(settings, name, value)
    answer = client.get(reverse("accounts:mails"), secure=True)
    assert answer.status_code == 404
    assert b"ABC-DEF" not in answer.content


@pytest.mark.parametrize("address", ["192.168.1.7", "10.0.0.1", "2001:db8::1", "", "nonsense"])
def test_another_machine_gets_no_such_page(client: Client, address: str) -> None:
    send()
    assert client.get(reverse("accounts:mails"), REMOTE_ADDR=address).status_code == 404


def test_the_page_that_asks_for_a_code_says_where_it_stands(client: Client) -> None:
    client.post(
        reverse("account_signup"),
        {"email": "d@example.org", "username": "dora", "password1": "four-aces-in"},
    )
    page = client.get(reverse("account_email_verification_sent")).content.decode()
    assert reverse("accounts:mails") in page
