"""How people want the site: stored with the account, used on every page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Preferences, User
from accounts.selectors import preferences_of
from accounts.services import preferences_set

pytestmark = pytest.mark.django_db
FORM: dict[str, Any] = {
    "language": "",
    "scheme": "dark",
    "deck": "four",
    "card_size": "large",
    "motion": "off",
    "sound": "on",
    "volume": "35",
    "confirm_play": "on",
    "auto_pass": "on",
}


@pytest.fixture
def ada(client: Client) -> User:
    """Somebody who is signed in."""
    user = User.objects.create_user("ada", "ada@example.org")
    client.force_login(user)
    return user


def save(client: Client, **changes: Any) -> int:
    return client.post(reverse("accounts:preferences"), FORM | changes).status_code


def test_what_was_never_chosen_is_the_default_and_is_not_stored(ada: User) -> None:
    assert preferences_of(ada).scheme == "auto"
    assert not Preferences.objects.exists()


def test_every_choice_is_stored(client: Client, ada: User) -> None:
    assert save(client) == 302
    stored = Preferences.objects.get(user=ada)
    assert (stored.scheme, stored.deck, stored.card_size, stored.motion) == (
        "dark",
        "four",
        "large",
        "off",
    )
    assert (stored.sound, stored.volume) == (True, 35)
    assert (stored.confirm_play, stored.auto_sort, stored.auto_pass) == (True, False, True)


def test_the_page_shell_carries_the_choices(client: Client, ada: User) -> None:
    save(client)
    text = client.get(reverse("accounts:preferences")).content.decode()
    for attribute in (
        'data-scheme="dark"',
        'data-deck="four"',
        'data-card-size="large"',
        'data-motion="off"',
        'data-sounds="on"',
        'data-volume="35"',
        'data-confirm-play="on"',
        'data-auto-sort="off"',
        'data-auto-pass="on"',
    ):
        assert attribute in text


@pytest.mark.parametrize(
    "wrong", [{"scheme": "pink"}, {"volume": "101"}, {"volume": "loud"}, {"language": "tlh"}]
)
def test_a_wrong_choice_is_refused_and_changes_nothing(
    client: Client, ada: User, wrong: dict[str, str]
) -> None:
    assert save(client, **wrong) == 422
    assert not Preferences.objects.exists()


def test_the_accounts_language_goes_before_the_browsers(client: Client, ada: User) -> None:
    preferences_set(user=ada, language="zh-hant")
    text = client.get("/accounts/preferences/", headers={"accept-language": "en"}).content.decode()
    assert '<html lang="zh-hant"' in text


def test_without_a_language_of_the_account_the_browser_decides(client: Client, ada: User) -> None:
    page = client.get("/accounts/preferences/", headers={"accept-language": "zh-CN"})
    assert '<html lang="zh-hans"' in page.content.decode()


def test_the_language_menu_is_kept_with_the_account(client: Client, ada: User) -> None:
    client.post(reverse("set_language"), {"language": "zh-hans", "next": "/"})
    assert Preferences.objects.get(user=ada).language == "zh-hans"
    elsewhere = Client()
    elsewhere.force_login(ada)
    assert 'lang="zh-hans"' in elsewhere.get("/accounts/preferences/").content.decode()


def test_the_language_menu_takes_offered_languages_only(client: Client, ada: User) -> None:
    client.post(reverse("set_language"), {"language": "fr", "next": "/"})
    assert not Preferences.objects.exists()


def test_the_language_menu_serves_guests_too(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "zh-hant", "next": "/"})
    assert 'lang="zh-hant"' in client.get(reverse("account_login")).content.decode()


def test_the_language_menu_changes_nothing_by_a_link(client: Client, ada: User) -> None:
    assert client.get(reverse("set_language") + "?language=zh-hant").status_code == 405


def test_changing_the_language_keeps_the_other_choices(client: Client, ada: User) -> None:
    save(client)
    client.post(reverse("set_language"), {"language": "zh-hant", "next": "/"})
    assert Preferences.objects.get(user=ada).deck == "four"
