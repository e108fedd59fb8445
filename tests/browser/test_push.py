"""Push messages in a browser: turned on by a button, shown by the worker, and taken back.

Chromium's own push service is out of reach, so a subscription is handed to the page, and messages
come by the browser's protocol; our page and worker are the real ones. Its headless shell knows no
notifications, so these tests start the whole of Chromium.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, CDPSession, Page, expect

from accounts.devices.models import Device
from config.development.testrun import CHROMIUMS, find_chromium
from games.matches.models import Match
from tests.browser.conftest import FLAGS, Complaints
from tests.browser.people import SLOW, apart, fresh_name, log_in, open_match
from tests.support.push_service import Browser as Subscribed
from tests.support.tables import act_for, first_legal, make_running, make_user

pytestmark = pytest.mark.browser

SUBSCRIBED = """
    const given = %s;
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("refused");
      const { endpoint, ...keys } = given;
      return { toJSON: () => ({ endpoint, keys }) };
    };
"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map((one) => `${one.title}: ${one.body}`)"""


@pytest.fixture(scope="module")
def whole_browser(browser_type: BrowserType) -> Iterator[Browser]:
    """A Chromium that shows notifications; where there is none, only CI insists."""
    path = find_chromium(*CHROMIUMS[1:])
    if path is None and not os.environ.get("CI"):
        pytest.skip("no Chromium beside the headless shell")
    browser = browser_type.launch(executable_path=path, args=[*FLAGS, "--headless=new"])
    yield browser
    browser.close()


@pytest.fixture
def context(whole_browser: Browser, complaints: Complaints) -> Iterator[BrowserContext]:
    """A person's browser that allows notifications."""
    made = whole_browser.new_context(service_workers="allow", permissions=["notifications"])
    made.set_default_timeout(SLOW)
    complaints.watch(made)
    yield made
    made.close()


def test_one_button_turns_messages_on_and_another_off(context: BrowserContext, site: str) -> None:
    ada = log_in(context, site, fresh_name("ada"))
    browser = Subscribed(f"https://fcm.googleapis.com/{ada.username}")
    page = context.new_page()
    page.add_init_script(SUBSCRIBED % json.dumps(browser.subscription))
    page.goto(f"{site}/accounts/devices/")
    page.get_by_role("button", name="Turn on").click()
    expect(page.locator("[data-push-known]")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on")).to_have_count(0)
    assert Device.objects.get(user=ada).endpoint == browser.endpoint
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Turn on")).to_be_visible()
    assert not Device.objects.filter(user=ada).exists()


def test_a_browser_that_forbids_notifications_says_what_to_do(new_context: Any, site: str) -> None:
    context = new_context(service_workers="allow")
    log_in(context, site, fresh_name("ada"))
    page = context.new_page()
    page.goto(f"{site}/accounts/devices/")
    expect(page.locator("[data-push-state]")).to_contain_text("Allow them in its site settings")


class Worker:
    """A page's service worker, and how to bring it a message."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.registration = ""
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.session.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def _note(self, told: dict[str, Any]) -> None:
        for one in told["registrations"]:
            self.registration = one["registrationId"]

    def bring(self, **message: Any) -> None:
        """Deliver a message as a push service does."""
        self.session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": self.site,
                "registrationId": self.registration,
                "data": json.dumps(message),
            },
        )

    def call(self, match: Match) -> None:
        """Deliver the call to a match."""
        note = {
            "title": "Your turn",
            "body": "Against bo",
            "navigate": f"{self.site}/matches/{match.code}/",
            "tag": f"match:{match.code}",
            "app_badge": 1,
        }
        self.bring(web_push=8030, notification=note)

    def until_shown(self, *words: str) -> None:
        """Wait until just these notifications are shown."""
        self.page.wait_for_function(
            f"async (words) => JSON.stringify(await ({SHOWN})()) === words",
            arg=json.dumps(list(words), separators=(",", ":")),
        )


def test_a_call_is_shown_taken_back_and_not_shown_to_whoever_looks(
    context: BrowserContext, site: str
) -> None:
    ada, bo = log_in(context, site, fresh_name("ada")), apart(make_user, fresh_name("bo"))
    match = apart(make_running, ada, bo)
    page = context.new_page()
    page.goto(f"{site}/rules/")
    worker = Worker(page, site)
    worker.call(match)
    worker.until_shown("Your turn: Against bo")
    worker.call(match)
    worker.until_shown("Your turn: Against bo")  # the newer in place of the older
    worker.bring(withdraw=f"match:{match.code}", app_badge=0)
    worker.until_shown()
    open_match(page, site, match)
    page.evaluate(
        "navigator.serviceWorker.addEventListener('message', ({ data }) => { window.told = data; })"
    )
    worker.call(match)
    page.wait_for_function("() => window.told?.shown")
    worker.until_shown()


def test_a_page_in_the_background_is_not_counted_as_looked_at(new_context: Any, site: str) -> None:
    context = new_context()
    ada, bo = log_in(context, site, fresh_name("ada")), apart(make_user, fresh_name("bo"))
    match = apart(make_running, ada, bo)
    page = context.new_page()
    page.add_init_script(
        "Object.defineProperty(document, 'hidden', { get: () => Boolean(window.away) });"
    )
    open_match(page, site, match)
    seat = match.seats.get(user=ada)
    page.wait_for_timeout(0)
    _until(page, lambda: match.seats.get(user=ada).looked_at is not None)
    page.evaluate("away = true; document.dispatchEvent(new Event('visibilitychange'))")
    apart(lambda: act_for(match, ada, first_legal(match)))
    expect(page.locator("#stage[data-my-turn]")).to_have_count(0)
    seat.refresh_from_db()
    looked, seen = seat.looked_at, seat.seen_at
    _until(page, lambda: match.seats.get(user=ada).seen_at > seen)
    assert match.seats.get(user=ada).looked_at == looked


def _until(page: Page, is_so: Any) -> None:
    """Wait, while the page goes on, until something is so in the database."""
    for _ in range(600):
        if is_so():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come about")
