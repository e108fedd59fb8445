"""Without a connection: the offline page, and the pages that the device keeps.

A copy holds what an anonymous visitor is sent; each test looks into every cache for more than that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.matches.models import Match
from tests.browser.conftest import Complaints
from tests.browser.people import apart, log_in
from tests.replays.factories import stored_match
from tests.support.tables import make_running, make_user

pytestmark = pytest.mark.browser

OFFLINE_FILES = ["css/offline.css", "img/favicon.svg", "img/mark.svg", "js/kept.js"]
# Every text in every cache, with its address
KEPT = """async () => {
  const all = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request, { ignoreVary: true });
      all.push([name, request.url.replace(location.origin, ""), await answer.text()]);
    }
  }
  return all;
}"""
INSTALLED = """() => {
  const real = window.matchMedia.bind(window);
  window.matchMedia = (query) => (query.includes("standalone") ? { matches: true } : real(query));
  window.badge = new Promise((told) => { navigator.setAppBadge = async (count) => told(count); });
}"""
BADGE = "window.badge"


@pytest.fixture
def browser_of(new_context: Any, complaints: Complaints) -> Iterator[Callable[..., BrowserContext]]:
    """Make browsers with a service worker; a failed request offline is no complaint."""
    yield lambda **options: new_context(service_workers="allow", **options)
    complaints[:] = [
        text
        for text in complaints
        if not any(
            known in text
            for known in ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch", "404 (")
        )
    ]


def ready(page: Page) -> None:
    """Wait until the service worker answers for this page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def wait_for_page(page: Page, path: str, is_kept: bool = True) -> None:
    """Wait until the page at a path is kept, or no longer kept."""
    page.evaluate(
        """async ([path, isKept]) => {
          const options = { cacheName: "kibitz-kept-pages", ignoreVary: true };
          const isThere = async () => Boolean(await caches.match(path, options));
          const pause = () => new Promise((again) => setTimeout(again, 50));
          while (await isThere() !== isKept) await pause();
        }""",
        [path, is_kept],
    )


def kept(page: Page) -> list[tuple[str, str, str]]:
    """Return cache, address and text of everything that is kept."""
    return [tuple(one) for one in page.evaluate(KEPT)]


def replay_path(match: Match) -> str:
    return f"/replays/{match.code}/"


def test_a_clear_page_shows_when_the_site_cannot_be_reached(
    browser_of: Callable[..., BrowserContext], site: str, sent_name: dict[str, str]
) -> None:
    context = browser_of(locale="zh-TW")
    page = context.new_page()
    page.goto(f"{site}/ladders/")
    ready(page)
    addresses = sorted(address for _, address, _ in kept(page))
    assert addresses == ["/offline/", *(f"/static/{sent_name[name]}" for name in OFFLINE_FILES)]
    context.set_offline(True)
    page.goto(f"{site}/lobby/")
    expect(page.locator("html")).to_have_attribute("lang", "zh-hant")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#kept")).to_be_hidden()
    assert page.locator("body").evaluate("body => getComputedStyle(body).display") == "grid"
    context.set_offline(False)
    page.locator(".again").click()
    expect(page).to_have_url(f"{site}/lobby/")
    expect(page.locator(".site-header")).to_be_visible()


def test_rules_lessons_and_replays_open_offline_and_hold_nothing_of_the_person(
    browser_of: Callable[..., BrowserContext], site: str
) -> None:
    context = browser_of()
    ada = log_in(context, site, "ada")
    bo = make_user(f"bo-{ada.username}")
    table = apart(make_running, ada, bo)
    stranger = stored_match(number="empty_hand")
    mine = stored_match(number=1, users={0: ada}, visibility=Match.Visibility.PRIVATE)
    page = context.new_page()
    page.goto(f"{site}/ladders/")
    ready(page)
    for path in ("/rules/", "/rules/deadline_99/", "/learn/deadline_99/", replay_path(stranger)):
        page.goto(f"{site}{path}")
        expect(page.locator(".site-header")).to_contain_text(ada.username)
        wait_for_page(page, path)
    page.goto(f"{site}{replay_path(stranger)}?ply=3")
    page.locator("#share summary").click()
    page.get_by_role("button", name="Keep for offline").click()
    page.goto(f"{site}{replay_path(mine)}")
    expect(page.locator(".site-header")).to_contain_text(ada.username)
    page.goto(f"{site}/matches/{table.code}/")
    page.goto(f"{site}{replay_path(stranger)}")
    expect(page.locator("#keep-state")).to_contain_text("Kept:")

    for cache, address, text in kept(page):
        for private in (ada.username, mine.code, table.code):
            assert private not in address + text, (cache, address)
        assert address.startswith(
            ("/offline/", "/static/", "/rules/", "/learn/", replay_path(stranger))
        )

    context.set_offline(True)
    page.goto(f"{site}/rules/deadline_99/")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".site-header")).to_contain_text("Sign in")
    page.goto(f"{site}/learn/deadline_99/")
    expect(page.locator(".hand > button.card").first).to_be_visible()
    page.goto(f"{site}{replay_path(stranger)}")
    expect(page.locator("#replay")).to_have_attribute("data-ply", "0")
    for ply in ("1", "2"):
        page.locator("#replay-on").click()
        expect(page.locator("#replay")).to_have_attribute("data-ply", ply)
    page.locator("#replay-back").click()
    expect(page.locator("#replay")).to_have_attribute("data-ply", "1")
    page.reload()
    expect(page.locator("#replay")).to_have_attribute("data-ply", "1")
    page.locator("#eyes-0").click()
    expect(page.locator("#replay-ply")).to_have_text(
        "You’re offline, and this move isn’t kept here."
    )
    page.locator("#replay-last").click()
    expect(page.locator("#replay")).to_have_attribute("data-ply", str(stranger.ply))

    page.goto(f"{site}{replay_path(mine)}")
    names = page.locator("#kept li a")
    expect(names).to_have_count(4)
    names.first.click()
    expect(page.locator("#replay")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Remove all").click()
    expect(page.locator("#kept")).to_be_hidden()
    assert not any("kept" in name for name in page.evaluate("caches.keys()"))


def test_a_replay_that_became_private_is_dropped(
    browser_of: Callable[..., BrowserContext], site: str
) -> None:
    match = stored_match()
    context = browser_of()
    page = context.new_page()
    page.goto(f"{site}{replay_path(match)}")
    wait_for_page(page, replay_path(match))
    ada = log_in(context, site, "ada")
    match.visibility = Match.Visibility.PRIVATE
    match.save()
    match.seats.filter(number=0).update(user=ada, bot="")
    page.reload()
    expect(page.locator("#replay")).to_be_visible()
    wait_for_page(page, replay_path(match), is_kept=False)


def test_an_installed_site_keeps_moves_without_being_asked_and_counts_tables(
    browser_of: Callable[..., BrowserContext], site: str
) -> None:
    match = stored_match()
    context = browser_of()
    page = context.new_page()
    page.add_init_script(f"({INSTALLED})()")
    page.goto(f"{site}{replay_path(match)}")
    expect(page.locator("#keep-state")).to_have_text(
        re.compile("^(Moves kept so far: [1-9]|Kept: )")
    )
    assert page.evaluate(BADGE) == 0
    ada = log_in(context, site, "ada")
    table = apart(make_running, ada, make_user(f"bo-{ada.username}"))
    waits = int(table.seats.get(user=ada).number == table.to_act)
    page.goto(f"{site}/lobby/")
    assert page.evaluate(BADGE) == waits
