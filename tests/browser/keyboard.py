"""By keyboard alone: what Tab reaches is known by what the accessibility tree says of it."""

from __future__ import annotations

import re

from playwright.sync_api import Page

MOST_STOPS = 90


def focused(page: Page) -> str:
    """Return what the tree says about what has the focus: its role and name."""
    here = page.locator(":focus")
    return here.aria_snapshot().split("\n")[0] if here.count() else ""


def tab_to(page: Page, wanted: str) -> None:
    """Go on by Tab until something is reached whose role and name match `wanted`."""
    seen = []
    for _ in range(MOST_STOPS):
        seen.append(focused(page))
        if re.search(wanted, seen[-1]):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached: {seen}")


def press(page: Page, wanted: str) -> None:
    """Reach something and press Enter on it."""
    tab_to(page, wanted)
    page.keyboard.press("Enter")
