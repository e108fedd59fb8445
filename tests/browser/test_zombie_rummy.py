"""Zombie Rummy in a real browser: a whole round between two people, by the clicks of people.

The round is sample record 00, which draws deep, lays on a zombie, adds to a set, makes hordes and
steals a brain; so both pages must end where an independent implementation says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from games.engine.canonical import canonical
from games.engine.contract import Action
from games.matches.models import Match
from games.rules.zombie_rummy.display.moves import PLAYED_CARD
from tests.browser.people import is_answer, serious, wait_until
from tests.replays.factories import person, sample, stored_match

pytestmark = pytest.mark.browser

GAME = "zombie_rummy"


def enter(page: Page, site: str, user: Any, match: Match) -> None:
    """Open a match as `user`, who is logged in."""
    client = Client()
    client.force_login(user)
    cookies = [
        {"name": name, "value": one.value, "url": site} for name, one in client.cookies.items()
    ]
    page.context.add_cookies(cookies)
    page.goto(f"{site}/matches/{match.code}/")
    expect(page.locator("#link-state")).to_have_attribute("data-state", "live")


def seated(page: Page, site: str, *, number: int, plies: int, seat: int) -> Match:
    """Open a sample record's match as it stood after `plies` actions, in a seat of it."""
    user = person()
    match = stored_match(GAME, number, users={seat: user}, plies=plies)
    enter(page, site, user, match)
    return match


def select(page: Page, codes: list[str]) -> None:
    """Select cards of the hand, equal ones as often as they are named."""
    for code in codes:
        held = page.locator(f'.zr-hand button.card[value="{code}"][aria-pressed="false"]')
        held.first.click()


def cards_of(action: Action) -> list[str]:
    """Return the cards that an action takes."""
    return action.get("cards") or [action.get("card") or PLAYED_CARD[action["type"]]]


def place_of(page: Page, action: Action) -> Locator:
    """Return the place that lights up for an action."""
    lit = page.locator(".is-target > [data-pick]")
    return lit.and_(page.locator(f"[data-action='{canonical(action)}']"))


def perform(page: Page, action: Action) -> None:
    """Do an action as a person does: on the piles, or by cards and the place that lights up."""
    if action["type"] != "draw":
        select(page, cards_of(action))
        place_of(page, action).click()
    elif action["from"] == "deck":
        page.locator("#draw-pile button").click()
    elif action["count"] == 1:
        page.locator("#discard-top").click()
    else:
        page.locator("#discard-pile .zr-look").click()
        page.locator(f"#zr-discards [data-action='{canonical(action)}']").click()


def at_version(page: Page, match: Match) -> None:
    """Wait until the page shows the match as it is stored now, and the cards lie still."""
    match.refresh_from_db()
    expect(page.locator("#stage")).to_have_attribute("data-version", str(match.version))
    expect(page.locator(".zr-hand [data-travelling]")).to_have_count(0)


def test_two_people_play_a_round_to_its_end(new_context: Any, site: str) -> None:
    record, _ = sample(GAME, 0)
    people = {0: person(), 1: person()}
    match = stored_match(GAME, 0, users=people, plies=0, code="zrround")
    pages = [new_context().new_page() for _ in people]
    for seat, page in enumerate(pages):
        enter(page, site, people[seat], match)
    for number, entry in enumerate(record.entries, start=1):
        page = pages[entry["seat"]]
        if number == len(record.entries):
            pages[1 - entry["seat"]].locator(".zr-scores-button").click()
        perform(page, entry["action"])
        expect(page.locator("#stage")).not_to_have_attribute("data-version", str(match.version))
        for each in pages:
            at_version(each, match)
        assert match.ply == number
    assert match.result == record.result
    for page in pages:
        expect(page.locator("#result")).to_be_visible()
        expect(page.locator("#zr-scores")).to_be_hidden()  # open scores make way for the result
        expect(page.locator("#log")).to_contain_text("steals")
        page.locator(".zr-scores-button").click()
        expect(page.locator("#zr-scores .is-latest")).to_contain_text("went out")
        assert serious(page, "#stage") == []


def test_a_late_answer_takes_no_selection_made_in_the_new_position(page: Page, site: str) -> None:
    record, _ = sample(GAME, 0)
    draw = record.entries[0]
    late: list[Callable[[], None]] = []

    def hold_answers(link: WebSocketRoute) -> None:
        server = link.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            told = partial(link.send, text)
            late.append(told) if is_answer(text) else told()

        server.on_message(pass_on)

    page.route_web_socket("**/ws/matches/**", hold_answers)
    match = seated(page, site, number=0, plies=0, seat=draw["seat"])
    perform(page, draw["action"])
    expect(page.locator("#stage")).not_to_have_attribute("data-version", str(match.version))
    page.locator(".zr-hand button.card").first.press("Enter")
    wait_until(page, lambda: bool(late))
    late[0]()
    expect(page.locator("[data-sending]")).to_have_count(0)
    expect(page.locator('.zr-hand [aria-pressed="true"]')).to_have_count(1)


AT_ITS_BEGIN = """(card) => {
    for (const one of card.getAnimations()) one.pause();
    for (const one of card.getAnimations()) one.currentTime = 0;
}"""
AT_ITS_END = "(card) => card.getAnimations().forEach((one) => one.finish())"
LIES_AT = "(card, at) => card.contains(document.elementFromPoint(...at))"


def test_a_card_pressed_while_it_travels_is_selected_wherever_it_is_released(
    page: Page, site: str
) -> None:
    seated(page, site, number=0, plies=0, seat=1)
    page.evaluate("document.documentElement.style.setProperty('--speed', 300)")
    held = page.locator(".zr-hand > .card").evaluate_all("all => all.map(({ id }) => `#${id}`)")
    page.locator("#draw-pile button").click()
    drawn = page.locator(f".zr-hand [data-travelling]:not({', '.join(held)})")
    card = drawn.element_handle()
    expect(page.locator("[data-sending]")).to_have_count(0)
    card.evaluate(AT_ITS_BEGIN)
    box = card.bounding_box()
    assert box
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert card.evaluate(LIES_AT, at)
    page.mouse.move(*at)
    page.mouse.down()
    card.evaluate(AT_ITS_END)
    assert not card.evaluate(LIES_AT, at)
    page.mouse.up()
    assert card.evaluate("card => card.ariaPressed") == "true"
    expect(page.locator('.zr-hand [aria-pressed="true"]')).to_have_count(1)


def test_a_proposed_set_is_selected_and_its_places_light_up(page: Page, site: str) -> None:
    match = seated(page, site, number=4, plies=20, seat=3)
    expect(page.locator("#zr-hint")).to_contain_text("Lay a set with Shotgun 9 now")
    page.locator('[data-select="shotgun-8 shotgun-9 shotgun-10"]').click()
    expect(page.locator('.zr-hand [aria-pressed="true"]')).to_have_count(3)
    expect(page.locator(".is-target")).to_have_count(3)
    assert serious(page, "#stage") == []
    page.locator("#stack-6 > [data-pick]").click()
    expect(page.locator("#stack-6")).to_contain_text("Eliminated")
    at_version(page, match)
    expect(page.locator('.zr-hand [aria-pressed="true"]')).to_have_count(0)


def test_the_opened_discard_pile_tells_what_a_deep_draw_demands(page: Page, site: str) -> None:
    match = seated(page, site, number=1, plies=53, seat=1)
    page.get_by_role("button", name="Take more").click()
    sheet = page.locator("#zr-discards")
    expect(sheet).to_contain_text("Take 2 cards")
    expect(sheet).to_contain_text("You must lay a set with Shotgun 2 right away")
    assert serious(page, "#stage") == []
    sheet.get_by_role("button", name="Take 2 cards").click()
    expect(page.locator("#stage")).not_to_have_attribute("data-version", str(match.version))
    at_version(page, match)
    expect(page.locator("#zr-hint")).to_contain_text("Lay a set with Shotgun 2 now")


NAMES_CUT = """() => [...document.querySelectorAll(".zr-scores thead th")].filter((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect().right > cell.getBoundingClientRect().right;
}).map((cell) => cell.textContent)"""


@pytest.mark.parametrize(("number", "plies", "seat"), [(6, 36, 0), (7, 124, 1)])
def test_a_full_table_and_a_huge_hand_fit_a_phone_without_sideways_scrolling(
    new_context: Any, site: str, number: int, plies: int, seat: int
) -> None:
    page = new_context(viewport={"width": 360, "height": 640}).new_page()
    match = seated(page, site, number=number, plies=plies, seat=seat)
    expect(page.locator(".zr-board")).to_have_count(match.seat_count)
    for sheet in (None, "zr-discards", "zr-scores"):
        if sheet:
            page.locator(f"#{sheet}").evaluate("box => box.showPopover()")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert serious(page, "#stage") == []
        if sheet == "zr-scores":
            assert page.evaluate(NAMES_CUT) == []
        page.keyboard.press("Escape")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_rule_book_is_legible_on_a_phone(new_context: Any, site: str, scheme: str) -> None:
    page = new_context(viewport={"width": 360, "height": 640}, color_scheme=scheme).new_page()
    page.goto(f"{site}/rules/{GAME}/")
    expect(page.locator(".zr-house > li")).to_have_count(15)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert serious(page, "main") == []
