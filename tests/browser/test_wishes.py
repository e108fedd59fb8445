"""What players may wish for at the table, and how they hear of their turn."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.services import preferences_set
from games.engine.canonical import canonical
from tests.browser.people import SLOW, apart, expect_turn, open_match, seated
from tests.replays.factories import sample, stored_match
from tests.support.tables import act_for, first_legal, make_running

pytestmark = pytest.mark.browser

TURN_ICON = re.compile("favicon-turn")
PLAIN = ".hand > button.card[data-action]:not([data-confirm])"


def test_the_first_click_chooses_and_the_second_plays_where_that_is_asked_for(
    new_context: Any, site: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    preferences_set(user=ada, confirm_play=True)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    card = page.locator(PLAIN).first
    card.click()
    expect(card).to_have_class("card card--playing is-selected")
    expect(page.locator("#notice")).to_contain_text("Select it again to play it.")
    page.keyboard.press("Escape")
    expect(page.locator(".hand .is-selected")).to_have_count(0)
    card.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Select it again to play it.")
    match.refresh_from_db()
    assert match.ply == 0
    card.press("Enter")
    expect(page.locator("#stage[data-my-turn]")).to_have_count(0, timeout=SLOW)
    match.refresh_from_db()
    assert match.ply == 1


# Seat 0's hand in sample 00: before its first play, and after each of its first four.
HANDS = ["AH AC 4C 6D 8S", "AC 4C 6D 8S JH", "AC 6D 8S JH QH", "AC 6D JH QH QC", "6D JH QH QC 9H"]


def test_new_cards_go_to_the_end_of_a_hand_that_is_not_kept_sorted(
    new_context: Any, site: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    preferences_set(user=ada, auto_sort=False)
    match = stored_match("deadline_99", 0, users={0: ada, 1: bo}, plies=0)
    actions = [entry["action"] for entry in sample("deadline_99", 0)[0].entries]
    open_match(page, site, match)
    expect_hand(page, HANDS[0])
    for turn, hand in enumerate(HANDS[1:]):
        page.locator(f"[data-action='{canonical(actions[2 * turn])}']").click()
        expect_hand(page, hand)
        match.refresh_from_db()
        apart(act_for, match, bo, actions[2 * turn + 1])
        expect_turn(page)
        expect_hand(page, hand)
    page.reload()
    expect_turn(page)
    expect_hand(page, HANDS[-1])


def expect_hand(page: Page, cards: str) -> None:
    """Wait until the hand holds these cards in this order."""
    for at, card in enumerate(cards.split()):
        expect(page.locator(".hand > button.card").nth(at)).to_have_attribute("data-flip", card)


def test_a_turn_is_told_by_title_and_icon(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    expect_turn(page)
    icon = page.locator("link[rel=icon][data-turn]")
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(icon).to_have_attribute("href", TURN_ICON)
    apart(lambda: act_for(match, ada, first_legal(match)))
    expect(page.locator("#stage[data-my-turn]")).to_have_count(0)
    expect(page).not_to_have_title(re.compile("●"))
    expect(icon).not_to_have_attribute("href", TURN_ICON)


def test_a_clear_page_shows_when_the_site_cannot_be_reached(
    new_context: Any, site: str, sent_name: dict[str, str], complaints: list[str]
) -> None:
    context = new_context(service_workers="allow", locale="zh-TW")
    page = context.new_page()
    page.goto(f"{site}/rules/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    kept = page.evaluate(
        "caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys())"
        ".then((all) => all.map((one) => new URL(one.url).pathname))"
    )
    drawn_with = ["css/offline.css", "img/favicon.svg", "img/mark.svg"]
    assert sorted(kept) == ["/offline/", *(f"/static/{sent_name[name]}" for name in drawn_with)]
    context.set_offline(True)
    page.goto(f"{site}/lobby/")
    expect(page.locator("html")).to_have_attribute("lang", "zh-hant")
    expect(page.locator("h1")).to_be_visible()
    assert page.locator("body").evaluate("body => getComputedStyle(body).display") == "grid"
    context.set_offline(False)
    page.locator("main a").click()
    expect(page).to_have_url(f"{site}/lobby/")
    expect(page.locator(".site-header")).to_be_visible()
    page.close()
    assert all("ERR_INTERNET_DISCONNECTED" in text for text in complaints)
    complaints.clear()
