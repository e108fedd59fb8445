"""A passkey, made and used with Chromium's own authenticator."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

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


def test_a_passkey_is_added_and_logs_in_without_a_name_or_a_password(
    new_context: Any, site: str
) -> None:
    page = a_page(new_context)
    site = site.replace("127.0.0.1", "localhost")  # no passkey belongs to a bare address
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    kim = make_user(fresh_name("kim"))
    kim.emailaddress_set.create(email=kim.email, verified=True, primary=True)
    kim.set_password(PASSWORD)
    kim.save()

    page.goto(f"{site}/accounts/login/?next=/accounts/2fa/webauthn/add/")
    page.get_by_label("Login").fill(kim.username)
    for _ in ("to log in", "again before a second factor is added"):
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_label("Password").press("Enter")
        expect(page.get_by_label("Login")).to_have_count(0, timeout=SLOW)
    page.wait_for_url("**/2fa/webauthn/add/")
    page.get_by_label("Name").fill("This computer")
    page.get_by_label("Passwordless").check()
    page.locator("#mfa_webauthn_add").click()
    expect(page).not_to_have_url(re.compile("/webauthn/add/"), timeout=SLOW)
    key = kim.authenticator_set.get(type="webauthn").wrap()
    assert key.is_passwordless

    page.context.clear_cookies()
    page.goto(f"{site}/accounts/login/?next=/accounts/profile/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(f"{site}/accounts/profile/", timeout=SLOW)
    expect(page.locator("main")).to_contain_text(kim.username)
