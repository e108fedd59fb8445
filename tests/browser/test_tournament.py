"""A director runs a pod evening of eleven, from an empty form to the podium; bots play it."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from games.tournaments.models import Tournament
from games.tournaments.store import load_state
from tests.browser.people import serious, wait_until
from tests.support.clubs import make_club
from tests.support.tables import make_user

pytestmark = pytest.mark.browser

ROUNDS = 5
ROUND_MS = 200_000


def press(page: Page, name: str) -> None:
    """Press a button and wait until the page it leads to is there."""
    press_it(page, page.get_by_role("button", name=name, exact=True))


def press_it(page: Page, button: Locator) -> None:
    """Press a button and wait for a page to load.

    The first push to a page writes its history, which Playwright counts as a navigation as well.
    """
    page.wait_for_load_state()
    with page.expect_event("load"):
        button.click()


def create(page: Page, site: str, name: str) -> Tournament:
    """Create an event from the club's page, as its new director would."""
    director = make_user(f"director of {name}".replace(" ", "-"))
    club = make_club(director, name=f"Club of {name}")
    client = Client()
    client.force_login(director)
    cookies = [{"name": k, "value": v.value, "url": site} for k, v in client.cookies.items()]
    page.context.add_cookies(cookies)
    page.goto(f"{site}/clubs/{club.slug}/")
    page.get_by_role("button", name="Create an event").click()
    page.get_by_role("link", name="Deadline 99").click()
    page.locator("#id_name").fill(name)
    page.locator("#fold-course > summary").click()
    page.locator("#id_rounds").fill(str(ROUNDS))
    assert serious(page) == []
    press(page, "Create event")
    return Tournament.objects.get(name=name)


HIT = """(button) => { const box = button.getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === button; }"""


def test_whoever_removes_the_last_in_the_list_sees_what_to_press(page: Page, site: str) -> None:
    owner, member = make_user("owner-of-a-list"), make_user("zz-last-in-a-list")
    club = make_club(owner, name="Club with a list")
    club.memberships.create(user=member)
    client = Client()
    client.force_login(owner)
    cookies = [{"name": k, "value": v.value, "url": site} for k, v in client.cookies.items()]
    page.context.add_cookies(cookies)
    page.goto(f"{site}/clubs/{club.slug}/members/")
    page.locator("tr", has_text=member.username).get_by_text("Remove", exact=True).click()
    button = page.get_by_role("button", name=f"Remove {member.username}")
    wait_until(page, lambda: bool(button.evaluate(HIT)))
    press_it(page, button)
    expect(page.locator("tr", has_text=member.username)).to_have_count(0)


def play_round(page: Page) -> None:
    """Propose and publish a round, and wait until the page itself says that all results are in."""
    press(page, "Propose pairings")
    press(page, "Publish round")
    expect(page.get_by_text("All results are in.")).to_be_visible(timeout=ROUND_MS)


def correct_first_table(page: Page) -> None:
    """Rule that the last at the first table was first, the last but one second, and so on."""
    page.locator("#ruling-1").click()
    box = page.locator("#box:popover-open")
    expect(box.get_by_label("Reason")).to_be_visible()
    places = box.get_by_label("Place").all()
    for place in places:
        place.fill(str(len(places) + 1 - int(place.input_value())))
    box.get_by_label("Reason").fill("the cards lay otherwise")
    press(page, "Correct result")


def drop_out(page: Page, entry: int) -> None:
    """Let an entry drop out."""
    page.locator(f"#entry-{entry} a").click()
    press_it(page, page.locator("#box").get_by_role("button", name="Withdraw"))


def test_a_director_runs_a_pod_evening_of_eleven(page: Page, site: str) -> None:
    event = create(page, site, "Pod evening")
    press(page, "Open registration")
    for _ in range(10):
        press(page, "Enter a bot")
    press(page, "Start event")
    play_round(page)
    correct_first_table(page)
    expect(page.locator("#table-1")).to_contain_text("ruling")
    assert serious(page) == []
    press(page, "Close round")
    page.locator("summary", has_text="Late entry").click()
    press(page, "Late entry: bot")
    drop_out(page, 2)
    for number in range(2, ROUNDS + 1):
        play_round(page)
        press(page, "Close round")
        event.refresh_from_db()
        assert event.round == number
    press(page, "Finish event")
    page.get_by_role("link", name="Standings", exact=True).click()
    expect(page.locator(".standings tbody tr")).to_have_count(11)
    page.locator(".why-button").first.click()
    expect(page.locator("#box:popover-open")).to_contain_text("R1")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_role("heading", name="Podium")).to_be_visible()
    expect(page.locator(".podium__places > li")).not_to_have_count(0)
    assert serious(page) == []
    event.refresh_from_db()
    state = load_state(event)
    assert state.entries[2].status == "withdrawn"
    assert state.entries[11].joined == 2
