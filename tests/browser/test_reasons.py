"""What a place in the standings is made of: by pointer, keyboard, without scripts, and on paper."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.tournaments.models import Tournament
from tests.browser.keyboard import focused
from tests.browser.people import apart, serious, wait_until
from tests.support.event_pages import table_results
from tests.support.events import act, begin, enter_bots, make_event, next_round
from tests.support.tables import make_user

pytestmark = pytest.mark.browser

SUM = re.compile(r"^\d+\.\d\d( \+ \d+\.\d\d)* = \d+\.\d\d$")


def second_round(name: str) -> tuple[Tournament, Any]:
    """Return an event in its second round, and its director."""
    director = make_user(f"director-of-{name}")
    event = make_event(director, name=name, format="swiss", game="death_frontline")
    enter_bots(event, director, 4)
    begin(event, director)
    table_results(event, director)
    act(event, director, "close_round")
    next_round(event, director)
    return event, director


def standings(site: str, event: Tournament) -> str:
    return f"{site}/tournaments/{event.code}/standings/"


def test_a_row_that_is_pointed_at_says_what_its_values_are_sums_of(page: Page, site: str) -> None:
    event, _ = apart(second_round, "pointed")
    page.goto(standings(site, event))
    row = page.locator(".standings tbody tr").nth(1)
    value = row.locator(".tie-break").nth(2)
    expect(value).not_to_have_attribute("title", SUM)
    row.hover()
    expect(value).to_have_attribute("title", SUM)


def test_by_keyboard_the_reasons_open_follow_the_event_and_close(page: Page, site: str) -> None:
    event, director = apart(second_round, "typed")
    page.goto(standings(site, event))
    mark = page.locator(".why-button").first
    opened = page.locator("#box:popover-open")
    mark.focus()
    page.keyboard.press("Enter")
    expect(opened).to_contain_text("R1")
    assert focused(page).startswith("dialog")
    assert serious(page) == []
    apart(table_results, event, director)
    expect(opened).to_contain_text("R2")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(opened).to_have_count(0)
    wait_until(page, lambda: mark.evaluate("(it) => it === document.activeElement"))


def test_without_scripts_the_mark_leads_to_a_page(new_context: Any, site: str) -> None:
    event, _ = apart(second_round, "plain")
    page = new_context(java_script_enabled=False).new_page()
    page.goto(standings(site, event))
    page.locator(".why-button").first.click()
    expect(page.get_by_role("main")).to_contain_text("R1")
    page.get_by_role("link", name="Back to the standings").click()
    expect(page).to_have_url(standings(site, event))


def test_printed_standings_are_the_table_even_while_reasons_are_open(page: Page, site: str) -> None:
    event, _ = apart(second_round, "printed")
    page.goto(standings(site, event))
    page.locator(".why-button").first.click()
    expect(page.locator("#box")).to_be_visible()
    page.emulate_media(media="print")
    for part in ("#box", ".why-button >> nth=0", ".tabs"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator(".standings tbody tr")).to_have_count(4)
