"""What stands behind the console's rows, in a browser: by keyboard, and without scripts."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from games.tournaments.models import Tournament
from tests.browser.keyboard import focused
from tests.browser.people import apart, serious
from tests.support.clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.tables import make_user

pytestmark = pytest.mark.browser


def first_round(name: str) -> tuple[Tournament, Any]:
    """Return a club's event in its first round, and its director."""
    director = make_user(f"director-of-{name}")
    event = make_event(
        director, make_club(director, name=f"Club {name}"), name=name, format="swiss"
    )
    for number in range(2):
        person = make_user(f"{name}-{number}")
        act(event, director, "register", players=[person.pk], by_organiser=True)
    enter_bots(event, director, 4)
    begin(event, director)
    return event, director


def log_in(context: BrowserContext, site: str, user: Any) -> None:
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])


def console(page: Page, site: str, name: str) -> tuple[Tournament, Any]:
    """Open the console of a new event as its director."""
    event, director = apart(first_round, name)
    log_in(page.context, site, director)
    page.goto(f"{site}/tournaments/{event.code}/console/")
    return event, director


def test_by_keyboard_a_penalty_is_given_and_the_list_stands_where_it_was(
    page: Page, site: str
) -> None:
    console(page, site, "typed-penalty")
    mark = page.locator("#entry-2 a")
    mark.focus()
    page.keyboard.press("Enter")
    opened = page.locator("#box:popover-open")
    expect(opened).to_contain_text("Penalty")
    assert focused(page).startswith("dialog")
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(mark).to_be_focused()
    page.keyboard.press("Enter")
    opened.get_by_label("Reason").fill("late")
    opened.get_by_label("Reason").press("Enter")
    expect(page.locator(".journal")).to_contain_text("got a warning")
    expect(page).to_have_url(f"{page.url.split('#')[0]}#entry-2")


def test_what_is_typed_for_a_table_stays_while_others_end(page: Page, site: str) -> None:
    event, director = console(page, site, "typed-places")
    page.locator("#ruling-1").click()
    box = page.locator("#box:popover-open")
    places = box.get_by_label("Place")
    places.nth(0).fill("2")
    places.nth(1).fill("1")
    box.get_by_label("missing").first.check()
    before = box.locator("[name=no]").first.input_value()
    apart(act, event, director, "penalty", entry=1, points=0, reason="late")
    expect(box.locator("[name=no]").first).not_to_have_value(before)
    expect(page.locator(".journal")).to_contain_text("got a warning")
    assert [places.nth(at).input_value() for at in range(2)] == ["2", "1"]
    expect(box.get_by_label("missing").first).to_be_checked()


def test_without_scripts_the_marks_lead_to_pages_that_work(new_context: Any, site: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    event, _ = console(page, site, "plain-console")
    page.locator("#entry-3 a").click()
    page.get_by_role("button", name="Withdraw").click()
    expect(page).to_have_url(f"{site}/tournaments/{event.code}/console/#entry-3")
    expect(page.locator("#entry-3")).to_contain_text("withdrawn")
    page.locator("#ruling-1").click()
    page.get_by_label("Reason").fill("the slip")
    page.get_by_role("button", name="Enter result").click()
    expect(page.locator("#table-1")).to_contain_text("ruling")
