"""Death Frontline in a real browser: a duel to its end, a battle of teams, keyboard and drag."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from playwright.sync_api import Page, expect

from games.matches.models import Match
from tests.browser.battlefield import cell, idle, perform, play_on, wait_for_turn
from tests.browser.people import apart, open_match, seated, serious
from tests.support.tables import make_running, make_user

pytestmark = pytest.mark.browser

GAME = "death_frontline"
PLAYED_OUT = {"breakthrough", "annihilation", "out_of_cards", "no_action", "max_rounds"}
"""How a battle ends that nobody has given up. Which it is, the deal decides."""
# the version in which the page passes by itself; it may have done so since it was looked at
PASSING = """() => {
    const { version, myTurn } = document.getElementById("stage").dataset;
    const acts = myTurn !== undefined && document.querySelector("#front:not([data-only-pass])");
    return acts ? null : version;
}"""


def enter(page: Page, site: str, user: Any, match: Match) -> None:
    """Open a match as `user`, who is logged in."""
    client = Client()
    client.force_login(user)
    cookies = [
        {"name": name, "value": one.value, "url": site} for name, one in client.cookies.items()
    ]
    page.context.add_cookies(cookies)
    page.goto(f"{site}/matches/{match.code}/")
    expect(page.locator("#front")).to_be_visible()


def battle(name: str, bots: list[str], **choices: Any) -> tuple[Any, Match]:
    """Return a new person and a running match of theirs, in seat 0, against bots."""

    def begin() -> tuple[Any, Match]:
        user = make_user(name)
        try:
            return user, make_running(user, game=GAME, bots=bots, turn_seconds=300, **choices)
        finally:
            connection.close()

    # Playwright keeps an event loop in this thread, in which services cannot ring the bell.
    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(begin).result()


def test_a_duel_is_played_to_its_end_by_clicks_alone(page: Page, site: str) -> None:
    user, match = battle("duellist", ["novice"])
    enter(page, site, user, match)
    page.get_by_role("button", name="Match menu").click()
    page.keyboard.press("Escape")  # where it was opened is a style, and later markup may carry none
    play_on(page, match, 0, "club")
    match.refresh_from_db()
    assert match.result["reason"] in PLAYED_OUT
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator(".open-hands li").first).to_be_visible()
    assert serious(page, "#stage") == []


def test_four_seats_with_bots_hide_the_partners_hand_and_pass_by_themselves_if_asked(
    page: Page, site: str
) -> None:
    options = {"end_on": "empty_hand", "max_rounds": 5}
    user, match = battle("teammate", ["novice"] * 3, options=options)
    enter(page, site, user, match)
    wait_for_turn(page)
    expect(page.locator(".board .cell")).to_have_count(35)
    expect(page.locator(".player")).to_have_count(4)
    expect(page.locator(".player__tie", has_text="partner")).to_have_count(1)
    assert "uk." not in page.content(), "the partner's cards are nowhere on the page"
    perform(page, {"type": "keep"})
    wait_for_turn(page)
    perform(page, {"type": "skip_draw"})
    wait_for_turn(page)
    page.get_by_role("switch").check()
    while wait_for_turn(page):
        passing = page.evaluate(PASSING)
        if passing is None:
            perform(page, idle(match, 0))
        else:  # which takes as long as a person's
            here = page.locator(f"#stage[data-version='{passing}'][data-stage=live]")
            expect(here).to_have_count(0)
    match.refresh_from_db()
    assert match.result["reason"] in PLAYED_OUT


def test_a_card_is_dragged_onto_the_field(page: Page, site: str) -> None:
    user, match = battle("dragger", ["novice"])
    enter(page, site, user, match)
    perform(page, {"type": "keep"})
    wait_for_turn(page)
    perform(page, {"type": "skip_draw"})
    wait_for_turn(page)
    page.locator(".held .card.is-legal").first.hover()
    page.mouse.down()
    cell(page, [2, 2]).hover()
    expect(page.locator(".front__ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("#log")).to_contain_text("to B2.")
    expect(page.locator(".front__ghost")).to_have_count(0)
    wait_for_turn(page)
    cell(page, [2, 2]).click()
    expect(page.locator("[data-about-here]")).to_have_text(re.compile("^dragger’s "))


def test_escape_lets_go_of_what_was_chosen(page: Page, site: str) -> None:
    user, match = battle("doubter", ["novice"])
    enter(page, site, user, match)
    page.locator(".held .card").first.click()
    expect(page.locator('.held [aria-pressed="true"]')).to_have_count(1)
    expect(page.locator("[data-about-here]")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(page.locator('.held [aria-pressed="true"]')).to_have_count(0)
    expect(page.locator('[data-part="body"]')).to_be_hidden()


CUT_NAMES = """() => [...document.querySelectorAll(".player__name")]
    .filter((name) => name.scrollWidth > name.clientWidth)
    .map((name) => name.textContent)"""


def test_on_a_phone_every_step_of_the_round_and_every_name_is_in_sight(
    page: Page, site: str
) -> None:
    user, match = battle("vorwaerts.captain", ["novice"])
    page.set_viewport_size({"width": 360, "height": 640})
    enter(page, site, user, match)
    steps = page.locator(".front__steps")
    assert steps.evaluate("strip => strip.scrollWidth <= strip.clientWidth")
    expect(page.locator(".player.is-turn")).to_contain_text(user.username)
    assert page.evaluate(CUT_NAMES) == []


def test_a_watcher_may_look_at_ranges_and_is_offered_nothing(page: Page, site: str) -> None:
    _, match = battle("watched", ["novice"])
    page.goto(f"{site}/matches/{match.code}/")
    expect(page.locator("#front")).to_be_visible()
    expect(page.locator(".front__actions, .held, [data-front-auto]")).to_have_count(0)
    cell(page, [1, 1]).click()
    expect(page.locator(".cell.is-legal")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "zh-TW", "zh-CN"])
def test_on_a_phone_the_steps_of_a_round_stand_whole_in_one_line(
    new_context: Any, site: str, locale: str
) -> None:
    [(page, ada), (_, bo)] = seated(
        new_context, site, viewport={"width": 360, "height": 640}, locale=locale
    )
    open_match(page, site, apart(make_running, ada, bo, game="death_frontline"))
    steps = page.locator(".front__step")
    lines = "all => all.map((one) => one.clientHeight / parseFloat(getComputedStyle(one).fontSize))"
    assert max(steps.evaluate_all(lines)) < 2
    row = page.locator(".front__steps")
    assert row.evaluate("row => row.scrollWidth - row.clientWidth") <= 0
