"""By keyboard alone: what Tab reaches is known by what the accessibility tree says of it."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Page, TimeoutError, expect

MOST_STOPS = 90
SOON = 1000
TRIES = 60


def focused(page: Page) -> str:
    """Return what the tree says about what has the focus, its role and name; "" if nothing has."""
    here = page.locator(":focus")
    for _ in range(TRIES):
        if here.count() == 0:
            return ""
        with suppress(TimeoutError):  # it went away while it was asked, or the machine is slow
            told = here.aria_snapshot(timeout=SOON)
            return told.split("\n")[0].removeprefix("- ").strip("'")  # quoted as YAML must
    raise AssertionError("nothing tells what has the focus")


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


def expect_heading(page: Page, words: re.Pattern[str] | str) -> None:
    """Wait until the tree has a heading of these words."""
    expect(page.get_by_role("heading", name=words)).to_be_visible()


def step_to(page: Page, cell: str) -> None:
    """Go over a battlefield by the arrow keys, from cell to cell, until the wanted one is told."""
    for letter, ways in ((0, ("ArrowRight", "ArrowLeft")), (1, ("ArrowUp", "ArrowDown"))):
        here, (there, back) = _cell(page), ways
        while here[letter] != cell[letter]:
            page.keyboard.press(there)
            before, here = here, _cell(page)
            if _far(here, cell, letter) >= _far(before, cell, letter):
                there, back = back, there


def _cell(page: Page) -> str:
    """Return the name of the cell that has the focus, as the tree tells it."""
    found = re.match(r'button "([A-Z]\d)\b', focused(page))
    assert found, focused(page)
    return found[1]


def _far(here: str, there: str, letter: int) -> int:
    return abs(ord(here[letter]) - ord(there[letter]))
