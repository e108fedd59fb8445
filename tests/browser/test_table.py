"""What a player is told and offered beside the play: the others' moves, seats to press, sounds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.matches import store
from games.matches.models import Match
from games.rules.deadline_99.cards import RANK_OF, TARGETED
from tests.browser.people import apart, expect_turn, open_match, play_one, seated
from tests.support.tables import act_for, first_legal, make_running

pytestmark = pytest.mark.browser

RECORD = "navigator.vibrate = (pattern) => { (window.felt ??= []).push(pattern); return true; }"


def test_what_the_others_did_is_told_until_one_acts_and_a_press_shows_where(
    new_context: Any, site: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    play_one(page)
    expect(page.locator("#ticker.is-since")).to_have_count(0)
    apart(match.refresh_from_db)
    apart(act_for, match, bo, apart(first_legal, match))
    expect_turn(page)
    page.reload()
    line = page.locator("#ticker .told__line", has_text=bo.username).first
    expect(line).to_be_visible()
    line.click()
    expect(page.locator("#stage .is-pointed")).to_have_count(1)
    play_one(page)
    expect(page.locator("#ticker.is-since")).to_have_count(0)


def test_a_card_for_a_player_is_played_by_pressing_the_seat(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo), (_, chen)] = seated(new_context, site, 3)
    match, card = apart(with_aimed_card, ada, bo, chen)
    open_match(page, site, match)
    seat = page.locator("#seat-1")
    page.locator(f".hand > button[data-flip='{card}']").first.click()
    expect(seat).to_have_class(re.compile("is-target"))
    page.keyboard.press("Escape")
    expect(seat).not_to_have_class(re.compile("is-target"))
    page.locator(f".hand > button[data-flip='{card}']").first.click()
    seat.click()
    expect(page.locator("#log")).to_contain_text(bo.username)
    expect(page.locator("#discard-top")).to_have_attribute("data-flip", card)


def with_aimed_card(*people: Any) -> tuple[Match, str]:
    """Return a match that the first begins, holding a card that names a player, and the card."""
    while True:
        match = make_running(*people)
        hand = store.load_position(match).state.hands[0] if match.to_act == 0 else ()
        for card in hand:
            if RANK_OF[card] in TARGETED:
                return match, card


def test_sounds_are_offered_once(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    offer = page.locator(".sound-offer")
    offer.get_by_label("Play sounds").check()
    expect(offer).to_have_count(0)
    assert '"on":true' in page.evaluate("localStorage.getItem('kibitz.sound')")
    open_match(page, site, match)
    expect(page.locator("#hand")).to_be_visible()
    expect(offer).to_have_count(0)


def test_a_device_vibrates_on_ones_turn_if_it_is_asked_to(new_context: Any, site: str) -> None:
    [(page, bo), (_, ada)] = seated(new_context, site)
    page.context.add_init_script(RECORD)
    page.goto(f"{site}/accounts/preferences/")
    page.get_by_label("Vibrate on my turn").check()
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    assert page.evaluate("window.felt") is None
    apart(act_for, match, ada, apart(first_legal, match))
    expect_turn(page)
    page.wait_for_function("window.felt?.length === 1")
