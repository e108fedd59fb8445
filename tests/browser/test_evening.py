"""An evening that runs by itself to its podium, and one by hand on a phone: one press a round."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.store import load_state
from tests.browser.people import fresh_name, serious
from tests.browser.test_tournament import press, press_it
from tests.support.clubs import make_club
from tests.support.events import act, enter_bots, make_event
from tests.support.tables import make_user

pytestmark = pytest.mark.browser

EVENING_MS = 400_000
PHONE = {"width": 390, "height": 664}
IN_SIGHT = """(bar) => { const box = bar.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight + 1; }"""


def console(page: Page, site: str, director: Any, event: Tournament) -> None:
    """Open an event's console as its director."""
    client = Client()
    client.force_login(director)
    cookies = [{"name": k, "value": v.value, "url": site} for k, v in client.cookies.items()]
    page.context.add_cookies(cookies)
    page.goto(f"{site}/tournaments/{event.code}/console/")


def test_an_event_of_eight_runs_by_itself_to_its_podium(page: Page, site: str) -> None:
    director = make_user(fresh_name("director"))
    club = make_club(director, name=fresh_name("Club by itself "))
    event = make_event(director, club, name=fresh_name("by itself "), config={"rounds": 2})
    enter_bots(event, director, 8)
    console(page, site, director, event)
    page.get_by_text("Pace of the rounds").click()
    page.get_by_label("Break between rounds (minutes)").fill("0")
    page.get_by_label("Round clock (minutes, 0 for none)").fill("30")
    press(page, "Save pace")
    press(page, "Run by itself")
    expect(page.get_by_text("runs by itself", exact=True)).to_be_visible()
    press(page, "Start event")
    expect(page.locator(".desk-bar [data-left]")).to_have_text(re.compile(r"^(29|30):\d\d$"))
    assert serious(page) == []
    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_role("heading", name="Podium")).to_be_visible(timeout=EVENING_MS)
    event.refresh_from_db()
    assert [held.phase for held in load_state(event).rounds] == ["closed", "closed"]
    steps = DirectorAction.objects.filter(tournament=event, kind="publish_round")
    assert {row.actor for row in steps} == {None}


def test_by_hand_a_round_is_one_press_and_a_paper_result_two_taps(page: Page, site: str) -> None:
    director = make_user(fresh_name("director"))
    club = make_club(director, name=fresh_name("Club by hand "))
    event = make_event(
        director, club, name=fresh_name("by hand "), format="swiss", game="death_frontline",
        config={"rounds": 2}, turn_seconds=86400,
    )  # fmt: skip
    for _ in range(4):
        player = make_user(fresh_name("player"))
        act(event, director, "register", players=[player.pk], by_organiser=True)
    page.set_viewport_size(PHONE)
    console(page, site, director, event)
    press(page, "Start event")
    for number in (1, 2):
        press(page, "Start next round")
        if number == 1:
            press(page, "Undo round")
            press(page, "Start next round")
        for table in (1, 2):
            page.locator(f"#ruling-{table}").click()
            box = page.locator("#box:popover-open")
            expect(box.get_by_label("Reason")).to_have_count(0)
            press_it(page, box.get_by_role("button", name=" won").first)
        page.evaluate("scrollTo(0, 0)")
        assert page.locator(".desk-bar").evaluate(IN_SIGHT)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.locator(".desk-bar").evaluate(IN_SIGHT)
    assert serious(page) == []
    press(page, "Finish event")
    event.refresh_from_db()
    assert event.phase == "finished"
    state = load_state(event)
    assert all(table.result.place_of(table.seats[0]) == 1 for table in state.rounds[0].tables)


def test_the_console_of_many_fits_two_screens_and_finds_a_table(page: Page, site: str) -> None:
    director = make_user(fresh_name("director"))
    club = make_club(director, name=fresh_name("Club of many "))
    event = make_event(
        director, club, name=fresh_name("many "), format="swiss", game="death_frontline",
        turn_seconds=86400,
    )  # fmt: skip
    for _ in range(30):
        player = make_user(fresh_name("player"))
        act(event, director, "register", players=[player.pk], by_organiser=True)
    act(event, director, "start")
    state = act(event, director, "start_round", round=1)
    page.set_viewport_size({"width": 1280, "height": 800})
    console(page, site, director, event)
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * 800
    rows = page.locator("#desk-tables > li:visible")
    expect(rows).to_have_count(15)
    table = state.current.tables[7]
    [user] = state.entries[table.seats[0]].players
    page.get_by_label("Search tables").fill(User.objects.get(pk=user).username.upper())
    expect(rows).to_have_count(1)
    expect(rows).to_have_id(f"table-{table.number}")
    page.get_by_label("Search tables").fill("")
    page.get_by_label("Show", exact=True).select_option("done")
    expect(rows).to_have_count(0)
