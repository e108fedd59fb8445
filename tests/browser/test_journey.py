"""Live play in real browsers: two players and a spectator, from sign-up to the last ply."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.matches.models import Match
from tests.browser.people import (
    SLOW,
    a_page,
    expect_live,
    expect_turn,
    fill_sign_up,
    fresh_name,
    open_match,
    play_one,
    play_to_end,
    seated,
    serious,
    sign_up,
)
from tests.replays.factories import stored_match

pytestmark = pytest.mark.browser


def meet(ada: Page, bo: Page, watcher: Page, site: str, name: str) -> str:
    """Let ada open a table, bo sit down at it and somebody come to watch; return its code."""
    bo.goto(f"{site}/lobby/")
    watcher.goto(f"{site}/lobby/")
    expect_live(watcher)
    assert serious(watcher) == []
    ada.goto(f"{site}/tables/new/deadline_99/")
    ada.get_by_label("Players").select_option("2")
    ada.get_by_role("button", name="Create table").click()
    expect_live(ada)
    code = re.search(r"/matches/([0-9a-z]+)/", ada.url)
    assert code
    line = f"#table-{code[1]}"
    bo.locator(line).get_by_role("button", name="Join").click(timeout=SLOW)
    watcher.locator(line).get_by_role("link", name="Deadline 99").click()
    watcher.wait_for_url("**/matches/*/")
    expect_live(watcher)
    bo.get_by_role("button", name="Sit here").click()
    expect(ada.locator(".before__seats")).to_contain_text(name)
    return code[1]


def begin(ada: Page, bo: Page, watcher: Page) -> None:
    """Get ready; everybody is dealt what they may see."""
    ada.get_by_role("button", name="I’m ready").click()
    expect(bo.locator("#place-0")).to_contain_text("Ready")
    bo.get_by_role("button", name="I’m ready").click()
    for page in (ada, bo, watcher):
        expect(page.locator("#stage")).to_have_attribute("data-stage", "live", timeout=SLOW)
    expect(ada).to_have_title(re.compile("^● Your turn"))
    assert ada.locator(".hand > button.card").count() == 5
    assert watcher.locator("button.card").count() == 0
    expect(watcher.locator(".felt__top")).to_contain_text("You’re watching")
    assert serious(ada) == []


def see_the_result(pages: Sequence[Page], match: Match, name: str) -> None:
    """Find the result on every page, and the head of the chain as it is stored."""
    for page in pages:
        expect(page.locator("#result")).to_be_visible(timeout=SLOW)
        expect(page.locator(".result__ranks")).to_contain_text(name)
        expect(page.locator("#hash-head code")).to_have_text(match.head)
    assert all(seat.contribution for seat in match.seats.all())
    assert serious(pages[0]) == []


def watch_again(players: Sequence[Page], watcher: Page, last: int) -> None:
    """Go through the replay to its last ply: step by step, and by one key.

    A player who lost is led to the turn that lost it, anybody else to the deal.
    """
    for page in (*players, watcher):
        page.locator("#result .button-row a[href*=replays]").click()
        expect(page.locator("#replay-play")).to_be_visible(timeout=SLOW)  # keys are listened to
        page.keyboard.press("Home")
        expect(page.locator("#replay")).to_have_attribute("data-ply", "0", timeout=SLOW)
    step_to_the_last_ply(watcher, last)
    for page in players:
        page.keyboard.press("End")
        expect(page.locator("#replay")).to_have_attribute("data-ply", str(last), timeout=SLOW)
    expect(watcher.locator("#log")).to_contain_text("is the last player in and wins")
    assert serious(watcher) == []


def step_to_the_last_ply(page: Page, last: int) -> None:
    """Step through a replay from the deal; each step leads one ply on, the last one nowhere."""
    for ply in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#replay")).to_have_attribute("data-ply", str(ply), timeout=SLOW)
    expect(page.locator("#replay-on")).to_have_attribute("aria-disabled", "true")


def meet_again(ada: Page, bo: Page, address: str, name: str) -> None:
    """Both ask for a rematch, and sit at one table."""
    for page in (ada, bo):
        page.goto(address)
        expect_live(page)
    ada.get_by_role("button", name="Play again").click()
    expect(ada.locator("#stage[data-stage=open]")).to_be_visible(timeout=SLOW)
    bo.get_by_role("button", name="Join rematch").click()
    for page in (ada, bo):
        expect(page.locator(".before__seats")).to_contain_text(name, timeout=SLOW)


def test_two_people_and_a_spectator_go_from_sign_up_to_the_replays_last_ply(
    new_context: Any, site: str
) -> None:
    ada, bo, watcher = (a_page(new_context) for _ in range(3))
    names = [fresh_name("ada"), fresh_name("bo")]
    for page, name in zip((ada, bo), names, strict=True):
        sign_up(page, site, name)

    code = meet(ada, bo, watcher, site, names[1])
    begin(ada, bo, watcher)
    play_to_end(ada, bo)
    expect(ada.locator("#result")).to_be_visible(timeout=SLOW)
    match = Match.objects.get(code=code)
    see_the_result((ada, bo, watcher), match, names[0])
    watch_again((ada, bo), watcher, match.ply)
    meet_again(ada, bo, f"{site}/matches/{code}/", names[1])


def test_play_now_is_one_click_from_the_front_page_to_the_first_card(
    new_context: Any, site: str
) -> None:
    [(page, _)] = seated(new_context, site, 1)
    page.goto(site)
    page.locator("[data-game=deadline_99]").get_by_role("button", name="Play now").click()
    expect_turn(page)
    play_one(page)
    expect_turn(page)  # three bots have answered, each within about a second


def test_a_rematch_against_bots_alone_begins_at_once(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    open_match(page, site, stored_match("deadline_99", 0, users={0: ada}))
    page.get_by_role("button", name="Play again").click()
    expect_turn(page)


HAND_STANDS = """() => {
    const box = document.querySelector(".hand").getBoundingClientRect();
    return box.bottom <= innerHeight && Math.round(box.top);
}"""


KEEP_COPY = "() => { window.copy = document.querySelector('#messages li').cloneNode(true); }"
SHOW_COPY = "() => document.getElementById('messages').append(window.copy.cloneNode(true))"


def test_messages_at_a_table_move_no_hand_and_go(new_context: Any, site: str) -> None:
    page = a_page(new_context, viewport={"width": 390, "height": 844})
    page.clock.install()
    message = page.locator("#messages li")
    page.goto(site)
    page.locator("[data-game=deadline_99]").get_by_role("button", name="Play now").click()
    expect_turn(page)  # at once, as a guest
    table = page.url.removeprefix(site).split("#")[0]
    page.goto(f"{site}/accounts/signup/?next={table}")
    fill_sign_up(page, site, fresh_name("ada"))
    expect_turn(page)  # from the code back to the cards, now the account's
    expect(message.first).to_be_visible()
    while message.count() > 1:
        message.last.get_by_role("button", name="Close").click()
    stands = page.evaluate(HAND_STANDS)
    assert stands
    page.evaluate(KEEP_COPY)
    message.get_by_role("button", name="Close").click()
    expect(message).to_have_count(0)
    assert page.evaluate(HAND_STANDS) == stands
    page.mouse.move(200, 400)
    page.evaluate(SHOW_COPY)
    page.clock.fast_forward(8000)
    expect(message).to_have_count(0)
    page.evaluate(SHOW_COPY)
    play_one(page)
    expect(message).to_have_count(0)
