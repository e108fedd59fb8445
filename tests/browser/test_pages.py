"""A page of each kind on a phone: accessible, quiet, no wider, and large enough for fingers.

Each is read in both schemes; the languages take turns from page to page. A page costs a second or
two: `manage.py screenshots --axe` reads all of them, in every language and size.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext
from playwright.sync_api import Page as Tab

from tests.browser.conftest import Complaints
from tests.browser.people import apart
from tests.gallery.names import ME
from tests.gallery.page import Page
from tests.gallery.pages import PAGES
from tests.gallery.visit import COLOURS, LOCALES, Visitor, beyond, excess, findings, small_targets
from tests.gallery.world import build_world

pytestmark = pytest.mark.browser
LANGUAGES = tuple(LOCALES)
OFTEN = {
    "lobby",
    "table-new-deadline_99",
    "match-turn-deadline_99",
    "match-turn-death_frontline",
    "match-turn-zombie_rummy",
    "match-paused",
    "replay-talk",
    "replays",
    "rules-zombie_rummy",
    "ladder",
    "person",
    "preferences",
    "signup-refused",
    "security",
    "club",
    "club-members",
    "tournament-create",
    "tournament-standings",
    "tournament-console",
    "desk-case",
    "tournament-refused",
    "broken",
}
CHOSEN = [page for page in PAGES if page.name in OFTEN]


@pytest.fixture
def heard() -> Complaints:
    """What the pages complain about."""
    return Complaints()


@pytest.fixture
def visitor(
    browser: Browser, site: str, django_db_blocker: Any, heard: Complaints
) -> Iterator[Visitor]:
    """Somebody who sees every page of one world, in tabs that stay open from test to test."""

    def new_context(**options: Any) -> BrowserContext:
        context = browser.new_context(service_workers="block", **options)
        heard.watch(context)
        return context

    with django_db_blocker.unblock():
        visitor = Visitor(site, apart(build_world), new_context)
    yield visitor
    visitor.leave()


def test_pages_are_accessible_and_fit_a_phone(visitor: Visitor, heard: Complaints) -> None:
    """All in one test, since what takes long is the world that they show."""
    wrong: dict[str, list[str]] = {}
    for page in CHOSEN:
        heard.clear()
        with visitor.visit(page, language_of(page), "phone") as tab:
            found = wrong_with(tab)
        refused = page.status != 200 or page.steps is not None
        found += [said for said in heard if not (refused and "with a status of 4" in said)]
        if found:
            wrong[page.name] = found
    assert wrong == {}


def language_of(page: Page) -> str:
    """Return a page's language: they take turns, but few people read in all of them."""
    number = CHOSEN.index(page) if page.viewer in ("", ME) else len(page.viewer)
    return LANGUAGES[number % len(LANGUAGES)]


def wrong_with(tab: Tab) -> list[str]:
    """Return what is wrong with a page in the light, and what with its colours in the dark."""
    wrong = findings(tab) + [f"small: {one}" for one in small_targets(tab)]
    wrong += beyond(tab)[:4]
    if (wide := excess(tab)) > 0:
        wrong.append(f"{wide} pixels too wide")
    tab.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return wrong + findings(tab, COLOURS)
