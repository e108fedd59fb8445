"""Visiting pages as somebody, in a language, a scheme and a size; and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from allauth.account.internal.flows.login import (
    AUTHENTICATION_METHODS_SESSION_KEY,
    record_authentication,
)
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.http import HttpRequest
from django.test import Client
from django.urls import resolve
from playwright.sync_api import BrowserContext
from playwright.sync_api import Page as Tab

from tests.browser.people import AT_REST
from tests.gallery.page import Page
from tests.gallery.sizes import SIZES
from tests.gallery.world import World

# what a browser asks for, by the codes of settings.LANGUAGES
LOCALES = {"en": "en-GB", "zh-hant": "zh-TW", "zh-hans": "zh-CN"}
PHONES = ("phone", "handset")
SMALLEST_TARGET = 44
# the rules of axe that a scheme alone can break
COLOURS = ("color-contrast", "link-in-text-block")
LONGEST_PICTURE = 6000
PATIENCE = 60_000

NewContext = Callable[..., BrowserContext]


@dataclass
class Visitor:
    """Opens pages of one site. People log in once; a tab of each stays open for the next page."""

    site: str
    world: World
    new_context: NewContext
    cookies: dict[str, Any] = field(default_factory=dict)
    tabs: dict[tuple[str, str], Tab] = field(default_factory=dict)

    @contextmanager
    def visit(self, page: Page, language: str, size: str, scheme: str = "light") -> Iterator[Tab]:
        """Open a page as its viewer, and do its steps. Raises AssertionError on another status.

        Who does something as a stranger gets a browser of their own: a session remembers.
        """
        fresh = page.steps is not None and not page.viewer
        tab = self._open(page.viewer, language) if fresh else self._tab(page.viewer, language)
        width, height = SIZES[size]
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        try:
            answer = tab.goto(self.site + page.path(self.world))
            assert answer is not None
            fits = answer.status < 500 if page.status is None else answer.status == page.status
            assert fits, f"{page.name}: {answer.status} at {tab.url}"
            if page.steps:
                page.steps(tab)
            if page.route and page.status:
                assert resolve(urlsplit(tab.url).path).view_name == page.route, tab.url
            settle(tab)
            yield tab
        finally:
            if fresh:
                tab.close()  # the browser ends contexts with itself: now and then one never ends

    def leave(self) -> None:
        """Close all tabs."""
        for tab in self.tabs.values():
            tab.close()

    def _tab(self, viewer: str, language: str) -> Tab:
        """Return the tab in which somebody reads in a language."""
        if (viewer, language) not in self.tabs:
            self.tabs[viewer, language] = self._open(viewer, language)
        return self.tabs[viewer, language]

    def _open(self, viewer: str, language: str) -> Tab:
        if viewer and viewer not in self.cookies:
            self.cookies[viewer] = self._log_in(viewer)
        state = self.cookies.get(viewer)
        tab = self.new_context(locale=LOCALES[language], storage_state=state).new_page()
        tab.set_default_timeout(PATIENCE)
        return tab

    def _log_in(self, name: str) -> Any:
        """Return the cookies of somebody who has just shown by a password who they are."""
        client = Client()
        client.force_login(self.world.people[name])
        session, asked = client.session, HttpRequest()
        asked.session, asked.user = session, self.world.people[name]
        record_authentication(asked, asked.user, "password", reauthenticated=True)
        session[AUTHENTICATION_METHODS_SESSION_KEY][-1]["at"] += 86400  # outlasts the pictures
        session.save()
        cookie = {
            "name": settings.SESSION_COOKIE_NAME,
            "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
            "domain": urlsplit(self.site).hostname,
            "path": "/",
            "expires": -1,
            "httpOnly": True,
            "secure": False,
            "sameSite": "Lax",
        }
        return {"cookies": [cookie], "origins": []}


def settle(tab: Tab) -> None:
    """Wait until a page is drawn: fonts, pictures, and the live link where there is one."""
    tab.wait_for_load_state()
    if tab.locator("#link-state").count():
        tab.locator("#link-state[data-state=live]").wait_for(state="attached")
    tab.evaluate("document.fonts.ready.then(() => true)")


def findings(tab: Tab, rules: Sequence[str] = ()) -> list[str]:
    """Return everything that axe finds on a page, by all its rules or the given, a line each."""
    tab.wait_for_function(AT_REST)
    options = {"preload": False, "resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    found = Axe().run(tab, options=options).response["violations"]
    return [
        f"{each['id']} ({each['impact']}): {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def excess(tab: Tab) -> int:
    """Return by how many pixels a page is wider than its window."""
    return int(tab.evaluate("document.documentElement.scrollWidth - innerWidth"))


# What scrolls sideways keeps what is in it within reach, and what is meant for the ear is not seen.
BEYOND = """() => {
  const isAway = (one) => {
    const { overflowX, clipPath } = getComputedStyle(one);
    return overflowX === "auto" || overflowX === "scroll" || clipPath !== "none";
  };
  const found = [];
  const look = (one) => {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
    const { left, right, width } = one.getBoundingClientRect();
    const isOut = width && (left < -0.5 || right > document.documentElement.clientWidth + 0.5);
    if (isOut && !isAway(one)) found.push(`leaves the window: ${one.outerHTML.slice(0, 120)}`);
    else if (!isAway(one)) for (const part of one.children) look(part);
  };
  for (const one of document.querySelectorAll("main, body > header, body > footer")) look(one);
  return found;
}"""


def beyond(tab: Tab) -> list[str]:
    """Return what leaves the window at a side, clipped or not, a line each."""
    found: list[str] = tab.evaluate(BEYOND)
    return found


SMALL = """size => [...document.querySelectorAll(
  "a[href], button, summary, select, input:not([type=hidden]), [role=button], [role=tab]")]
  .filter((one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter((one) => !one.closest(".visually-hidden, .skip-link, [inert]"))
  .filter((one) => !(one.tagName === "A" && getComputedStyle(one).display === "inline"))
  .map((one) => (one.matches("[type=radio], [type=checkbox]") && one.closest("label")) || one)
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.height < size - 0.5 || box.width < size - 0.5))
  .map(([one, box]) => `${one.tagName.toLowerCase()}.${one.className} ` +
    `${Math.round(box.width)}x${Math.round(box.height)} ${one.textContent.trim().slice(0, 30)}`)
"""


def small_targets(tab: Tab, size: int = SMALLEST_TARGET) -> list[str]:
    """Return the controls smaller than `size` pixels; links within a text are not controls."""
    found: list[str] = tab.evaluate(SMALL, size)
    return found
