"""From a stranger to somebody who plays: sign-up, code, log-in, log-out, reset."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.guests.models import GuestPolicy
from accounts.models import User
from games.matches.models import Match

pytestmark = pytest.mark.django_db
PASSWORD = "four-aces-in-hand"


@pytest.fixture(autouse=True)
def no_limits_reached() -> None:
    """Rate limits count in the cache; every test begins at nought."""
    cache.clear()


def sign_up(client: Client, username: str = "dora", **changes: str) -> int:
    """Post the form; return the status."""
    fields = {
        "email": f"{username}@example.org",
        "username": username,
        "password1": PASSWORD,
        **changes,
    }
    return client.post(reverse("account_signup"), fields).status_code


def code_in_mail() -> str:
    """Return the code of the newest mail."""
    found = re.search(
        r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", str(mail.outbox[-1].body), re.MULTILINE
    )
    assert found, mail.outbox[-1].body
    return found[1]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_somebody_signs_up_and_enters_the_code_from_the_mail(client: Client) -> None:
    assert sign_up(client) == 302
    assert not is_signed_in(client)
    client.post(reverse("account_email_verification_sent"), {"code": code_in_mail()})
    assert is_signed_in(client)
    assert User.objects.get(username="dora").emailaddress_set.get().verified


def test_who_has_confirmed_an_address_is_told_so_once(client: Client) -> None:
    page = reverse("account_email_verification_sent")
    sign_up(client)
    client.get(page)
    answer = client.post(page, {"code": code_in_mail()}, follow=True)
    assert list(map(str, answer.context["messages"])) == ["dora@example.org is confirmed."]


def test_a_code_that_did_not_come_is_sent_again_from_the_first_page(client: Client) -> None:
    page = reverse("account_email_verification_sent")
    sign_up(client)
    assert "Get a new code" in client.get(page).content.decode()
    cache.clear()  # ten seconds later
    client.post(page, {"action": "resend"})
    assert len(mail.outbox) == 2
    client.post(page, {"code": code_in_mail()})
    assert is_signed_in(client)


def test_who_signs_up_to_play_now_goes_on_to_a_dealt_table(client: Client) -> None:
    GuestPolicy.objects.create(pk=1, is_open=False)
    play_now = reverse("play_now", args=["deadline_99"])
    to_sign_up = client.post(play_now)["Location"]
    assert to_sign_up == f"{reverse('account_signup')}?next={play_now}"
    fields = {"email": "dora@example.org", "username": "dora", "password1": PASSWORD}
    to_code = client.post(reverse("account_signup"), {**fields, "next": play_now})["Location"]
    answer = client.post(to_code, {"code": code_in_mail(), "next": play_now}, follow=True)
    match = Match.objects.get(owner__username="dora")
    assert answer.redirect_chain[-1][0] == f"{reverse('matches:match', args=[match.code])}#ready"
    assert client.get(play_now).status_code == 200  # a second visit asks first
    assert Match.objects.count() == 1


def header_links(page: HttpResponse) -> set[str]:
    """Return where the header's two buttons of a page lead."""
    found = re.findall(r'class="on-felt[^"]*" href="([^"]+)"', page.content.decode())
    return {href for href in found if href.startswith("/accounts/")}


@pytest.mark.parametrize(
    ("page", "back"),
    [
        ("/rules/?n=1", "?next=%2Frules%2F%3Fn%3D1"),
        ("/accounts/login/?next=/play-now/deadline_99", "?next=%2Fplay-now%2Fdeadline_99"),
        ("/accounts/login/", ""),
        ("/no/such/page", ""),
    ],
)
def test_the_header_signs_people_in_for_the_page_they_wanted(
    client: Client, page: str, back: str
) -> None:
    links = {reverse("account_login") + back, reverse("account_signup") + back}
    assert header_links(client.get(page)) == links


def test_a_refused_form_forgets_nobodys_way_back(client: Client) -> None:
    answer = client.post(reverse("account_login"), {"login": "dora", "next": "/rules/"})
    assert header_links(answer) == {
        "/accounts/login/?next=%2Frules%2F",
        "/accounts/signup/?next=%2Frules%2F",
    }


def test_who_confirms_a_further_address_may_go_on_with_it(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_email_verification_sent"), {"code": code_in_mail()})
    client.post(reverse("account_email"), {"action_add": "", "email": "two@example.org"})
    page = reverse("account_email_verification_sent")
    answer = client.post(page, {"code": code_in_mail()})
    assert answer["Location"] == reverse("account_email")


def test_the_form_asks_three_things_and_says_what_a_name_and_a_password_may_be(
    client: Client,
) -> None:
    page = client.get("/accounts/signup/")
    assert list(page.context["form"].fields) == ["email", "username", "password1"]
    assert "letters and digits from any script" in page.content.decode()
    assert "At least 8 characters" in page.content.decode()


def test_a_wrong_code_signs_nobody_in(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_email_verification_sent"), {"code": "AAA-AAA"})
    assert not is_signed_in(client)


@pytest.mark.parametrize("username", ["a", "a b", "admin", "..", "x" * 31])
def test_a_refused_name_comes_back_with_a_sentence(client: Client, username: str) -> None:
    assert sign_up(client, username, email="dora@example.org") == 422
    assert not User.objects.exists()


def test_signing_up_does_not_tell_who_has_an_account(client: Client) -> None:
    confirmed("dora")
    assert sign_up(client, "dora2", email="dora@example.org") == sign_up(Client(), "emil") == 302
    assert not User.objects.filter(username="dora2").exists()


@pytest.mark.parametrize("login", ["dora", "DORA", "dora@example.org"])
def test_one_logs_in_by_name_or_by_mail_and_out_again(client: Client, login: str) -> None:
    confirmed("dora")
    client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
    assert is_signed_in(client)
    client.post(reverse("account_logout"))
    assert not is_signed_in(client)


def test_a_forgotten_password_is_replaced_by_a_code(client: Client) -> None:
    confirmed("dora")
    replace_forgotten_password(client, "another-four-aces")
    assert User.objects.get(username="dora").check_password("another-four-aces")


def replace_forgotten_password(client: Client, password: str) -> HttpResponse:
    """Take the way of whoever has forgotten dora's password; return the page it ends on."""
    client.post(reverse("account_reset_password"), {"email": "dora@example.org"})
    client.post(reverse("account_confirm_password_reset_code"), {"code": code_in_mail()})
    new = {"password1": password, "password2": password}
    return client.post(reverse("account_complete_password_reset"), new, follow=True)


def confirmed(username: str) -> User:
    """Return a person whose address is confirmed."""
    user = User.objects.create_user(username, f"{username}@example.org", PASSWORD)
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    return user


@pytest.mark.parametrize(
    "page",
    [
        "accounts:profile",
        "accounts:preferences",
        "account_email",
        "account_change_password",
        "mfa_index",
        "mfa_activate_totp",
        "mfa_add_webauthn",
        "usersessions_list",
    ],
)
def test_every_page_of_the_account_is_in_the_sites_look(client: Client, page: str) -> None:
    client.force_login(confirmed("dora"))
    answer = client.get(reverse(page), follow=True)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'class="site-header"' in text


@pytest.mark.parametrize("page", ["accounts:profile", "accounts:preferences", "usersessions_list"])
def test_a_guest_is_sent_to_the_log_in(client: Client, page: str) -> None:
    answer = client.get(reverse(page))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


@pytest.fixture
def no_post(settings: LazySettings) -> None:
    """Nobody listens where the mail server should be."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1


NOT_SENT = "We couldn’t send you an e-mail just now."


@pytest.mark.usefixtures("no_post")
def test_who_signs_up_while_no_mail_can_be_sent_is_told_and_confirms_later(
    client: Client, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    assert sign_up(client) == 302
    page = client.get(reverse("account_email_verification_sent")).content.decode()
    assert NOT_SENT in page
    assert "We’ve sent a confirmation e-mail" not in page
    assert "dora@example.org" not in caplog.text
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()  # some minutes later
    log_in = Client()
    log_in.post(reverse("account_login"), {"login": "dora", "password": PASSWORD})
    log_in.post(reverse("account_email_verification_sent"), {"code": code_in_mail()})
    assert is_signed_in(log_in)


@pytest.mark.usefixtures("no_post")
def test_a_forgotten_password_is_told_to_wait_while_no_mail_can_be_sent(client: Client) -> None:
    answer = client.post(
        reverse("account_reset_password"), {"email": "dora@example.org"}, follow=True
    )
    assert answer.status_code == 200
    assert NOT_SENT in answer.content.decode()


def test_a_mail_says_that_nobody_wrote_it(client: Client) -> None:
    sign_up(client)
    assert mail.outbox[-1].message()["Auto-Submitted"] == "auto-generated"


def test_the_first_field_of_the_log_in_is_called_what_is_to_be_entered(client: Client) -> None:
    page = client.get(reverse("account_login")).content.decode()
    assert '<label for="id_login">Username or e-mail</label>' in page


def offered(client: Client) -> list[str]:
    """Return what can be done with one's addresses, as the page offers it."""
    page = client.get(reverse("account_email")).content.decode()
    return re.findall(r'name="action_(primary|send|remove)"', page)


def test_of_ones_addresses_only_that_is_offered_which_can_be_done(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_email_verification_sent"), {"code": code_in_mail()})
    assert offered(client) == []
    user = User.objects.get()
    other = EmailAddress.objects.create(user=user, email="two@example.org")
    assert offered(client) == ["send", "remove"]
    EmailAddress.objects.filter(pk=other.pk).update(verified=True)
    assert offered(client) == ["primary", "remove"]


def test_the_only_address_stays_because_nobody_logs_in_without(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_email_verification_sent"), {"code": code_in_mail()})
    only = EmailAddress.objects.get()
    client.post(reverse("account_email"), {"action_remove": "", "email": only.email})
    assert EmailAddress.objects.get() == only
