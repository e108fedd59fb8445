"""An evening on paper: a list of names, printed slips, and two phones that settle a table."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.tournaments.models import Tournament
from games.tournaments.store import load_state
from tests.browser.people import serious
from tests.browser.test_tournament import press, press_it
from tests.support.clubs import make_club
from tests.support.events import act, make_event
from tests.support.tables import make_user

pytestmark = pytest.mark.browser

GUESTS = ("Anna Müller", "Ben", "陳小明")


def enter_everybody(page: Page) -> None:
    """Write three members, by suggestion and by hand, and three people without an account."""
    names = page.locator("#names")
    names.press_sequentially("paper-b")
    page.locator("#suggested").get_by_role("button", name="paper-bo").click()
    expect(names).to_have_value("paper-bo\n")
    names.press_sequentially("\n".join(["paper-chen", "paper-dora", *GUESTS]))
    press(page, "Enter")
    expect(page.get_by_role("heading", name="3 entries added")).to_be_visible()
    assert serious(page) == []
    press(page, "Enter without account")
    expect(page.get_by_text("3 entries added.")).to_be_visible()


def test_slips_bring_phones_to_their_table_and_two_agree_on_a_result(
    page: Page, site: str, new_context
) -> None:
    director = make_user("paper-director")
    club = make_club(director, name="Paper club")
    for name in ("paper-bo", "paper-chen", "paper-dora"):
        club.memberships.create(user=make_user(name))
    config = {"rounds": 1, "check_in": True, "first_round": "seed"}
    event = make_event(director, club, name="Paper evening", format="swiss", config=config)
    client = Client()
    client.force_login(director)
    cookies = [{"name": k, "value": v.value, "url": site} for k, v in client.cookies.items()]
    page.context.add_cookies(cookies)
    console = f"{site}/tournaments/{event.code}/console/"
    page.goto(console)
    enter_everybody(page)
    press(page, "Close registration and open check-in")
    page.get_by_role("link", name="Entry slips").click()
    expect(page.locator(".ticket .qr")).to_have_count(6)
    assert serious(page) == []
    slips = {
        one.locator("h2").inner_text(): one.locator(".ticket__address").inner_text()
        for one in page.locator(".ticket").all()
    }
    phones = {}
    for name in GUESTS:
        phone = phones[name] = new_context().new_page()
        phone.set_viewport_size({"width": 390, "height": 664})
        phone.goto(slips[f"{name} (guest)"])
        assert phone.url == f"{site}/tournaments/{event.code}/mine/"
        assert serious(phone) == []
        press(phone, "Check in")
        expect(phone.get_by_text("checked in")).to_be_visible()
    page.goto(console)
    page.locator("#entry-1").get_by_role("button", name="Check in").click()
    expect(page.locator("#entry-1").get_by_text("checked in")).to_be_visible()
    for step in ("Start event", "Propose pairings", "Publish round"):
        press(page, step)
    state = load_state(Tournament.objects.get(pk=event.pk))
    assert state.current is not None
    table = next(one for one in state.current.tables if set(one.seats) <= {4, 5, 6})
    one, other = (phones[GUESTS[entry - 4]] for entry in table.seats)
    expect(one.get_by_role("heading", name=f"Table {table.number}, seat 1")).to_be_visible()
    one.get_by_role("button", name=re.compile("won$")).first.click()
    expect(other.get_by_role("button", name="Confirm")).to_be_visible()
    press(other, "Confirm")
    expect(one.get_by_text("1 of 2")).to_be_visible()
    expect(other.get_by_text("2 of 2")).to_be_visible()
    assert serious(other) == []


def test_a_table_of_four_is_settled_by_tapping_names(page: Page, site: str) -> None:
    director = make_user("tapping-director")
    event = make_event(director, make_club(director, name="Tapping club"), config={"rounds": 1})
    for name in ("Ada", "Bo", "Chen", "Dora", "Eve", "Fay", "Gus", "Hao"):
        act(event, director, "register", players=[], guests=1, names=[name], by_organiser=True)
    act(event, director, "start")
    act(event, director, "start_round", round=1)
    client = Client()
    client.force_login(director)
    cookies = [{"name": k, "value": v.value, "url": site} for k, v in client.cookies.items()]
    page.context.add_cookies(cookies)
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(f"{site}/tournaments/{event.code}/console/")
    page.locator("#ruling-1").click()
    box = page.locator("#box:popover-open")
    names = box.locator("[data-place]")
    for at in (2, 0, 3):
        names.nth(at).click()
    assert [one.input_value() for one in box.get_by_label("Place").all()] == ["2", "4", "1", "3"]
    assert serious(page) == []
    press_it(page, box.get_by_role("button", name="Enter result"))
    table = load_state(Tournament.objects.get(pk=event.pk)).rounds[0].tables[0]
    assert [table.result.place_of(one) for one in table.seats] == [2, 4, 1, 3]


def test_the_halls_screen_turns_its_pages(page: Page, site: str) -> None:
    director = make_user("hall-director")
    event = make_event(director, make_club(director, name="Hall club"))
    for number in range(30):
        names = [f"Guest {number:02}"]
        act(event, director, "register", players=[], guests=1, names=names, by_organiser=True)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{site}/tournaments/{event.code}/hall/")
    first, last = (page.locator("#hall-entries > li").nth(at) for at in (0, 29))
    expect(first).to_be_in_viewport()
    expect(last).not_to_be_in_viewport()
    expect(page.locator("[data-page]")).to_have_text("1 / 2")
    assert serious(page) == []
    expect(last).to_be_in_viewport()  # the screen has turned its page
    expect(page.locator("[data-page]")).to_have_text("2 / 2")
    expect(first).to_be_in_viewport()  # and begun anew


def test_the_halls_screen_ends_with_a_whole_podium(page: Page, site: str) -> None:
    director, long = make_user("podium-director"), "Featherstonehaugh of Cholmondeley"
    config = {"rounds": 1, "first_round": "seed"}
    prizes = "\n".join(["The goblet, and your name on it", "A bottle of plum brandy", "A pie"])
    event = make_event(
        director, make_club(director, name="Podium club"), prizes=prizes, config=config
    )
    for name in (long, f"2 {long}", f"3 {long}"):
        act(event, director, "register", players=[], guests=1, names=[name], by_organiser=True)
    act(event, director, "start")
    table = act(event, director, "start_round", round=1).current.at(1)
    results = [{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)]
    act(event, director, "override_result", round=1, table=1, results=results, reason="-")
    act(event, director, "close_round")
    act(event, director, "finish")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{site}/tournaments/{event.code}/hall/")
    for prize in prizes.splitlines():
        expect(page.get_by_text(prize)).to_be_in_viewport(ratio=0.99)
    assert serious(page) == []
