"""The front page in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.replays.factories import stored_match


def test_front_page_opens_without_complaint(site: str, page: Page) -> None:
    page.goto(site)
    expect(page).to_have_title("Kibitz")


def test_a_match_is_gone_through_on_the_front_page_itself(site: str, page: Page) -> None:
    stored_match("deadline_99", 1, code="infront")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(site)
    table = page.frame_locator(".hero__table iframe")
    replay = table.locator("#replay")
    expect(replay).to_have_attribute("data-ply", re.compile(r"\d+"))
    ply = int(replay.get_attribute("data-ply") or "")
    table.locator("#replay-back").click()
    expect(replay).to_have_attribute("data-ply", str(ply - 1))
    expect(page).to_have_url(f"{site}/")
