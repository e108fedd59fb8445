"""Two people study a match together: one leads, the other follows, looks around, comes back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import SLOW, a_page, apart, log_in, serious
from tests.replays.factories import stored_match

pytestmark = pytest.mark.browser


def at(page: Page, ply: int) -> None:
    """Wait until the table of `page` shows `ply`."""
    expect(page.locator("#replay")).to_have_attribute("data-ply", str(ply), timeout=SLOW)


def test_one_leads_and_the_other_follows_looks_around_and_comes_back(
    new_context: Any, site: str
) -> None:
    apart(stored_match, "deadline_99", 4, code="studied")
    leader, follower = (
        a_page(new_context),
        a_page(new_context, viewport={"width": 360, "height": 640}),
    )
    log_in(leader.context, site, "lead")
    bo = log_in(follower.context, site, "follow")
    leader.goto(f"{site}/replays/studied/?ply=3&as=1")
    leader.locator("#share > summary").click()
    leader.get_by_role("button", name="Open a study room").click()
    expect(leader.locator("#study")).to_contain_text("You lead")
    follower.goto(leader.url.partition("?")[0])
    at(follower, 3)
    expect(leader.locator("#study")).to_contain_text(bo.username, timeout=SLOW)
    leader.keyboard.press("ArrowRight")
    at(follower, 4)
    leader.locator("#eyes-2").click()
    expect(follower.locator("#eyes-2")).to_have_attribute("aria-current", "true", timeout=SLOW)
    follower.keyboard.press("ArrowLeft")
    at(follower, 3)
    leader.keyboard.press("ArrowRight")
    expect(follower.locator("#study")).to_contain_text("ply 5", timeout=SLOW)
    at(follower, 3)
    assert serious(follower) == []
    follower.locator("#study-follow").click()
    at(follower, 5)
    leader.get_by_role("button", name="Hand over").click()
    expect(follower.locator("#study")).to_contain_text("You lead", timeout=SLOW)
    follower.keyboard.press("End")
    expect(leader.locator("#log")).to_contain_text("wins", timeout=SLOW)
