"""The front page in a real browser."""

from __future__ import annotations

from datetime import timedelta

from django.utils.timezone import now
from playwright.sync_api import Page, expect

from tests.replays.factories import stored_match


def test_front_page_opens_without_complaint(site: str, page: Page) -> None:
    page.goto(site)
    expect(page).to_have_title("Kibitz")


def test_a_match_is_gone_through_on_the_front_page_itself(site: str, page: Page) -> None:
    stored_match("deadline_99", 1, code="infront", finished_at=now() + timedelta(days=1))
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(site)
    table = page.frame_locator(".hero__table iframe")
    replay = table.locator("#replay")
    expect(replay).to_have_attribute("data-ply", "18")
    table.locator("#replay-back").click()
    expect(replay).to_have_attribute("data-ply", "17")
    expect(page).to_have_url(f"{site}/")
