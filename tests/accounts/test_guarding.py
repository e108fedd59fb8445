"""What keeps an account its owner's: limits, no telling who has one, second factors, sessions."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from accounts.tokens.services import token_find, token_make
from tests.accounts.test_sign_up import (
    PASSWORD,
    code_in_mail,
    confirmed,
    is_signed_in,
    replace_forgotten_password,
    sign_up,
)

pytestmark = pytest.mark.django_db
NEW = "another-four-aces"


@pytest.fixture(autouse=True)
def no_limits_reached(settings: Settings) -> None:
    """Begin at nought; how slowly a password is scrambled is not asked here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture
def dora() -> User:
    return confirmed("dora")


def log_in(client: Client, login: str = "dora", password: str = PASSWORD, **headers: str) -> str:
    """Post the form; return what the page says."""
    form = {"login": login, "password": password}
    return client.post(reverse("account_login"), form, headers=headers).content.decode()


def test_no_forged_address_walks_round_the_limit_of_wrong_passwords(dora: User) -> None:
    for number in range(12):
        log_in(Client(), f"dora{number}", "wrong", **{"x-forwarded-for": f"203.0.113.{number}"})
    blocked = Client().post(reverse("account_login"), {"login": "dora", "password": PASSWORD})
    assert blocked.status_code in (422, 429)
    assert "_auth_user_id" not in blocked.client.session


def test_nothing_that_one_account_adds_in_minutes_pushes_out_what_is_counted(dora: User) -> None:
    for _ in range(6):
        log_in(Client(), "dora", "wrong")
    for number in range(1000):  # as the list of sessions does for each browser that is claimed
        cache.add(f"session:of-somebody:{number}", 1, 60)
    client = Client()
    log_in(client)
    assert not is_signed_in(client)


def test_behind_one_proxy_the_address_it_saw_counts_and_not_what_was_sent_to_it(
    settings: Settings, dora: User
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(12):
        log_in(
            Client(), f"x{number}", "no", **{"x-forwarded-for": f"203.0.113.{number}, 192.0.2.7"}
        )
    client = Client()
    log_in(client, **{"x-forwarded-for": "198.51.100.1, 192.0.2.7"})
    assert not is_signed_in(client)
    log_in(client, **{"x-forwarded-for": "192.0.2.7, 192.0.2.8"})
    assert is_signed_in(client)


def test_a_wrong_password_and_an_unknown_name_look_the_same(dora: User) -> None:
    token_free = [log_in(Client(), name, "wrong").replace(name, "?") for name in ("dora", "emil")]
    assert [page.count("don’t match") for page in token_free] == [1, 1]
    assert len({len(page) for page in token_free}) == 1


class Counting(MD5PasswordHasher):
    """Counts the passwords it scrambles: the only thing about a log-in that takes time."""

    algorithm = "counting"
    scrambled = 0

    def encode(self, password: str, salt: str) -> str:
        Counting.scrambled += 1
        return super().encode(password, salt)


@pytest.fixture
def counted(settings: Settings, dora: User) -> type[Counting]:
    """Count from here, where dora's password is one of those counted."""
    settings.PASSWORD_HASHERS = [f"{__name__}.Counting"]
    dora.set_password(PASSWORD)
    dora.save()
    Counting.scrambled = 0
    return Counting


@pytest.mark.parametrize("login", ["dora", "dora@example.org", "nobody", "nobody@example.org"])
def test_a_wrong_password_takes_as_long_for_unknown_people(
    counted: type[Counting], login: str
) -> None:
    log_in(Client(), login, "wrong")
    assert counted.scrambled == 1


@pytest.mark.parametrize("email", ["dora@example.org", "nobody@example.org"])
def test_signing_up_takes_as_long_with_a_known_address(counted: type[Counting], email: str) -> None:
    assert sign_up(Client(), "emil", email=email) == 302
    assert counted.scrambled == 1


def test_a_reset_does_not_tell_who_has_an_account(dora: User) -> None:
    answers = [
        Client().post(reverse("account_reset_password"), {"email": f"{name}@example.org"})
        for name in ("dora", "emil")
    ]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0]["Location"] == answers[1]["Location"]


def test_a_second_factor_is_asked_for_at_log_in_and_after_a_reset(
    client: Client, dora: User
) -> None:
    totp.TOTP.activate(dora, totp.generate_totp_secret())
    log_in(client)
    assert not is_signed_in(client)
    client.post(reverse("account_reset_password"), {"email": "dora@example.org"})
    client.post(reverse("account_confirm_password_reset_code"), {"code": code_in_mail()})
    client.post(reverse("account_complete_password_reset"), {"password1": NEW, "password2": NEW})
    assert not is_signed_in(client)
    log_in(client, password=NEW)
    assert not is_signed_in(client)


def test_recovery_codes_let_one_in_once(client: Client, dora: User) -> None:
    totp.TOTP.activate(dora, totp.generate_totp_secret())
    code = RecoveryCodes.activate(dora).get_unused_codes()[0]
    for browser, welcome in ((client, True), (Client(), False)):
        log_in(browser)
        browser.post(reverse("mfa_authenticate"), {"code": code})
        assert is_signed_in(browser) == welcome


def test_whoever_has_lost_their_key_is_told_that_a_recovery_code_will_do(
    client: Client, dora: User
) -> None:
    totp.TOTP.activate(dora, totp.generate_totp_secret())
    log_in(client)
    assert not is_signed_in(client)
    page = client.get(reverse("mfa_authenticate")).content.decode()
    assert "Use one of your recovery codes instead" in page


def test_changing_an_address_asks_for_the_password_again_later(client: Client, dora: User) -> None:
    client.force_login(dora)
    form = {"action_add": "", "email": "new@example.org"}
    answer = client.post(reverse("account_email"), form)
    assert answer["Location"].startswith(reverse("account_reauthenticate"))


def test_one_logs_out_elsewhere(client: Client, dora: User) -> None:
    elsewhere = Client()
    for browser in (client, elsewhere):
        log_in(browser)
        browser.get("/")
    assert UserSession.objects.filter(user=dora).count() == 2
    client.post(reverse("usersessions_list"))
    assert elsewhere.get(reverse("accounts:profile")).status_code == 302
    assert client.get(reverse("accounts:profile")).status_code == 200


def test_a_new_password_logs_out_everywhere_else_and_is_told_by_mail(
    client: Client, dora: User
) -> None:
    elsewhere = Client()
    for browser in (client, elsewhere):
        log_in(browser)
        browser.get("/")
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    client.post(reverse("account_change_password"), form)
    assert client.get(reverse("accounts:profile")).status_code == 200
    assert elsewhere.get(reverse("accounts:profile")).status_code == 302
    assert "password was changed" in str(mail.outbox[-1].body)


def test_a_mail_about_a_change_says_when_by_which_clock_and_from_what_in_words(
    client: Client, dora: User
) -> None:
    log_in(client)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0"
    client.post(reverse("account_change_password"), form, headers={"user-agent": agent})
    body = str(mail.outbox[-1].body)
    assert "- Browser: Firefox · Linux\n" in body
    assert re.search(r"^- Date: .+ UTC$", body, re.MULTILINE)


def test_a_new_password_leaves_keys_for_programs_and_reminds_of_them(
    client: Client, dora: User
) -> None:
    key = token_make(user=dora, name="bot", scope="play")
    log_in(client)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    page = client.post(reverse("account_change_password"), form, follow=True)
    assert token_find(key) is not None
    assert "Your API keys still work." in page.content.decode()


def test_a_forgotten_password_takes_the_keys_for_programs_with_it(
    client: Client, dora: User
) -> None:
    key = token_make(user=dora, name="bot", scope="play")
    others = token_make(user=confirmed("eve"), name="bot", scope="play")
    page = replace_forgotten_password(client, NEW)
    assert token_find(key) is None
    assert token_find(others) is not None
    assert "Your API keys were revoked" in page.content.decode()


def test_staff_need_a_second_factor_for_the_admin(client: Client, dora: User) -> None:
    dora.is_staff = True
    dora.save()
    client.force_login(dora)
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == reverse("mfa_index")
    Authenticator.objects.create(user=dora, type=Authenticator.Type.TOTP, data={"secret": "x"})
    assert client.get("/admin/").status_code == 200


def test_the_admin_has_no_log_in_of_its_own(client: Client, dora: User) -> None:
    page = client.get("/admin/", follow=True)
    assert page.redirect_chain[-1][0].startswith(reverse("account_login"))
    client.force_login(dora)
    assert client.get("/admin/", follow=True).status_code == 403
