"""The front page in a real browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_front_page_opens_without_complaint(site: str, page: Page) -> None:
    page.goto(site)
    expect(page).to_have_title("Kibitz")
