"""What people do in a browser: sign up, sit down, get ready, play."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from games.matches.models import Match
from tests.support.tables import make_user

T = TypeVar("T")
PASSWORD = "four-aces-in-hand"
SLOW = 60_000  # what a test waits for: no machine may be too slow for it
AT_REST = """() => document.getAnimations().every(
    (one) => one.playState !== "running" || one.effect.getComputedTiming().iterations === Infinity
)"""


def apart(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Call what rings the doorbell: not in this thread, where Playwright keeps a loop running."""

    def call() -> T:
        try:
            return function(*args, **kwargs)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()


def fresh_name(prefix: str) -> str:
    """Return a name nobody has: what browser tests write stays until the run ends.

    It is the test's own and the same at each run, and so are the deals of the matches that a test
    begins: people's parts of the shuffle are made of their names.
    """
    return f"{prefix}{secrets.token_hex(3)}"


def sign_up(page: Page, site: str, name: str) -> None:
    """Sign up as a stranger does, with the code from the local site's mails."""
    page.goto(f"{site}/accounts/signup/")
    fill_sign_up(page, site, name)
    expect(page.locator(".site-header")).to_contain_text(name, timeout=SLOW)


def fill_sign_up(page: Page, site: str, name: str) -> None:
    """Fill the form of the sign-up, and enter the code."""
    page.get_by_label("E-mail").fill(f"{name}@example.org")
    page.get_by_label("Username").fill(name)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password1]").press("Enter")
    expect(page.locator("[name=code]")).to_be_visible(timeout=SLOW)
    page.locator("[name=code]").fill(code_for(page.context, site, name))
    page.locator("[name=code]").press("Enter")


def code_for(context: BrowserContext, site: str, name: str) -> str:
    """Return the code in the newest mail to somebody."""
    mails = context.new_page()
    mails.goto(f"{site}/accounts/mails/")
    mail = mails.locator("article", has_text=f"{name}@example.org").first.inner_text()
    mails.close()
    found = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", mail, re.MULTILINE)
    assert found, mail
    return found[1]


def log_in(context: BrowserContext, site: str, name: str) -> Any:
    """Make somebody and let them be logged in, without the forms."""
    user = make_user(fresh_name(name))
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
    return user


def open_match(page: Page, site: str, match: Match) -> None:
    """Open a table's page and wait for its socket."""
    page.goto(f"{site}/matches/{match.code}/")
    expect_live(page)


def expect_live(page: Page, timeout: float = SLOW) -> None:
    """Wait until the page says that its link is live."""
    expect(page.locator("#link-state")).to_have_attribute("data-state", "live", timeout=timeout)


def expect_turn(page: Page, timeout: float = SLOW) -> None:
    """Wait until it is the turn of this page's person."""
    expect(page.locator("#stage[data-my-turn]")).to_be_attached(timeout=timeout)


def stop_clock(page: Page) -> None:
    """Stop the clock of a page where one was installed, a second later; Playwright counts in s."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def is_answer(text: str | bytes) -> bool:
    """Tell whether what came on a link answers an action; else it is something to show."""
    told = str(text)
    return told.startswith("{") and "action_id" in json.loads(told)


def version_of(page: Page) -> int:
    """Return the version that a page shows."""
    return int(page.locator("#stage").get_attribute("data-version") or "")


def play_one(page: Page) -> None:
    """Play the first card that is not deadly, else the first; answer what it asks."""
    version = version_of(page)
    safe = page.locator(".hand > button.card:not(.is-deadly)")
    card = safe.first if safe.count() else page.locator(".hand > button.card").first
    menu = card.get_attribute("popovertarget")
    card.click()
    if menu:
        harmless = page.locator(f"#{menu} button:not([data-confirm])")
        (harmless.last if harmless.count() else page.locator(f"#{menu} button").first).click()
    if page.locator("#question:popover-open").count():
        page.locator("#question [data-yes]").click()
    expect(page.locator(f"#stage[data-version='{version}']")).to_have_count(0, timeout=SLOW)


def ask_from_menu(page: Page, words: str) -> None:
    """Open the match's menu and press a button of it."""
    page.get_by_role("button", name="Match menu").click()
    page.locator("#table-menu").get_by_role("button", name=words).click()


def is_over(page: Page) -> bool:
    """Tell whether the page shows a result."""
    return page.locator("#stage").get_attribute("data-stage") == "over"


def play_to_end(*pages: Page, moves: int = 300) -> None:
    """Let everybody play in turn, each on their own page, until the result is shown."""
    for _ in range(moves):
        wait_until(pages[0], lambda: bool(_in_turn(pages)) or all(map(is_over, pages)))
        if not (mine := _in_turn(pages)):
            return
        play_one(mine[0])
    raise AssertionError("the match does not end")


def _in_turn(pages: Sequence[Page]) -> list[Page]:
    return [page for page in pages if page.locator("#stage[data-my-turn]").count()]


def serious(page: Page, within: str | None = None) -> list[str]:
    """Return what axe finds serious about a page, or a part of it, once its animations are over."""
    page.wait_for_function(AT_REST)
    found = Axe().run(page, context=within, options={"preload": False}).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def a_page(new_context: Any, **options: Any) -> Page:
    """Return a page of somebody with cookies of their own."""
    page: Page = new_context(**options).new_page()
    return page


def seated(new_context: Any, site: str, count: int = 2, **options: Any) -> list[tuple[Page, Any]]:
    """Return pages of people who are logged in, with their accounts."""
    people = []
    for name in ["ada", "bo", "chen"][:count]:
        page = a_page(new_context, **options)
        people.append((page, log_in(page.context, site, name)))
    return people


def wait_until(page: Page, holds: Callable[[], bool], *, within: float = SLOW / 1000) -> None:
    """Return when something holds that no page shows; the browser's events go on meanwhile."""
    deadline = time.monotonic() + within
    while not holds():
        assert time.monotonic() < deadline
        page.wait_for_timeout(20)
