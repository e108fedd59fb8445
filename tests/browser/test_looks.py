"""Pages of live play on a desk: accessible, and as wide as their screen (phones: `test_pages`)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.people import (
    apart,
    expect_turn,
    open_match,
    seated,
    serious,
)
from tests.support.tables import make_running, make_table

pytestmark = pytest.mark.browser


def test_every_page_is_accessible_and_fits_a_desk(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport={"width": 1280, "height": 800})
    running = apart(make_running, ada, seats=10, bots=["simple"] * 9, options={"mode": "factions"})
    table = apart(make_table, ada, seats=4)
    for path in ("/", "/lobby/", "/tables/new/deadline_99/", f"/matches/{table.code}/"):
        page.goto(site + path)
        check(page)
    open_match(page, site, running)
    expect_turn(page)
    check(page)


def check(page: Page) -> None:
    """No serious finding, nothing to scroll sideways."""
    assert serious(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{page.url} is {wide} pixels too wide"
