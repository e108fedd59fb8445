"""A passkey, made and used with Chromium's own authenticator."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import PASSWORD, SLOW, a_page, fresh_name
from tests.support.tables import make_user

pytestmark = pytest.mark.browser
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def a_member() -> Any:
    """Return somebody with a confirmed address and a password."""
    kim = make_user(fresh_name("kim"))
    kim.emailaddress_set.create(email=kim.email, verified=True, primary=True)
    kim.set_password(PASSWORD)
    kim.save()
    return kim


def add_key(page: Page, site: str, name: str) -> None:
    """Log in by password and add the device's passkey, on the page that asks for it."""
    page.goto(f"{site}/accounts/login/?next=/accounts/2fa/webauthn/add/")
    page.get_by_label("Username or e-mail").fill(name)
    for _ in ("to log in", "again before a second factor is added"):
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_label("Password").press("Enter")
        expect(page.get_by_label("Username or e-mail")).to_have_count(0, timeout=SLOW)
    page.wait_for_url("**/2fa/webauthn/add/")
    page.get_by_label("Name").fill("This computer")
    page.get_by_label("Use as a passkey").check()
    page.locator("#mfa_webauthn_add").click()
    expect(page).not_to_have_url(re.compile("/webauthn/add/"), timeout=SLOW)


def test_a_passkey_is_added_logs_in_without_name_or_password_and_is_removed(
    new_context: Any, site: str
) -> None:
    page, kim = a_page(new_context), a_member()
    site = site.replace("127.0.0.1", "localhost")  # no passkey belongs to a bare address
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    add_key(page, site, kim.username)
    assert kim.authenticator_set.get(type="webauthn").wrap().is_passwordless

    page.context.clear_cookies()
    page.goto(f"{site}/accounts/login/?next=/accounts/profile/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(f"{site}/accounts/profile/", timeout=SLOW)
    expect(page.locator("main")).to_contain_text(kim.username)

    page.goto(f"{site}/accounts/2fa/webauthn/")
    page.get_by_role("button", name="Remove").click()
    page.get_by_label("Password").fill(PASSWORD)  # asked again before one is removed, too
    page.get_by_label("Password").press("Enter")
    expect(page).to_have_url(re.compile(r"/keys/\d+/remove/$"), timeout=SLOW)
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("main")).to_contain_text("No security keys yet.", timeout=SLOW)
    assert not kim.authenticator_set.filter(type="webauthn").exists()


def test_a_browser_without_passkeys_says_so(page: Page, site: str) -> None:
    page.add_init_script(
        "delete window.PublicKeyCredential;"
        "Object.defineProperty(navigator, 'credentials', { value: undefined });"
    )
    page.goto(f"{site}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("don’t work in this browser")


def test_who_has_no_passkey_at_hand_is_told_and_may_try_again(page: Page, site: str) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator", {"options": {**AUTHENTICATOR, "isUserVerified": False}}
    )
    page.goto(f"{site.replace('127.0.0.1', 'localhost')}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("Please try again", timeout=SLOW)
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_enabled()
