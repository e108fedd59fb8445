"""Playing cards by click and by key, being asked, being refused."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.engine.contract import Action
from games.matches import store
from games.matches.access import access_match
from games.matches.export import record_json
from games.matches.models import Match
from games.matches.rendering import render_access
from replays.models import Analysis
from tests.browser.people import (
    SLOW,
    apart,
    ask_from_menu,
    open_match,
    play_one,
    seated,
    version_of,
)
from tests.support.tables import act_for, make_running

FOUND = re.compile("Turning points|No single turn")

pytestmark = pytest.mark.browser


def test_a_reload_and_a_second_tab_keep_seat_and_state(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    hand = page.locator(".hand").inner_text()
    page.reload()
    assert page.locator(".hand").inner_text() == hand
    second = page.context.new_page()
    open_match(second, site, match)
    assert second.locator(".hand").inner_text() == hand
    play_one(page)
    expect(second.locator("#stage")).to_have_attribute("data-version", str(version_of(page)))
    expect(second.locator("#stage[data-my-turn]")).to_have_count(0)


def test_the_hand_is_played_by_keyboard_alone(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    cards = page.locator(".hand > button.card")
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(cards.nth(4)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cards.first).to_be_focused()
    version = version_of(page)
    page.keyboard.press("Enter")
    if page.locator(".choice:popover-open").count():
        expect(page.locator(".choice:popover-open button").first).to_be_focused()
        page.keyboard.press("Escape")
        expect(cards.first).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    expect(page.locator(f"#stage[data-version='{version}']")).to_have_count(0)
    expect(page.locator(".hand > button.card:focus")).to_have_count(1)


def deadly_match(ada: Any, bo: Any) -> Match:
    """Return a running match in which ada's every card is deadly, or almost."""
    match = make_running(ada, bo)
    users = [ada, bo]
    for _ in range(400):
        if match.status != Match.Status.RUNNING:
            match = make_running(ada, bo)
        assert match.to_act is not None
        if match.to_act == 0 and _has_deadly(match, ada):
            return match
        act_for(match, users[match.to_act], king_first(match))
    raise AssertionError("no deadly card came")


def king_first(match: Match) -> Action:
    """Return the play of a king, at which the count is 99, or the first legal action."""
    assert match.to_act is not None
    legal = match.rules.legal_actions(store.load_position(match).state, match.to_act)
    return next((action for action in legal if action["card"].startswith("K")), legal[0])


def _has_deadly(match: Match, user: Any) -> bool:
    return "is-deadly" in render_access(access_match(user, match.code)).html


def test_a_card_that_puts_its_player_out_asks_once(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(deadly_match, ada, bo)
    open_match(page, site, match)
    version = version_of(page)
    deadly = page.locator(".hand > button.is-deadly").first
    deadly.click()
    question = page.locator("#question")
    expect(question).to_be_visible()
    expect(question).to_contain_text(re.compile("You’ll be out|knocks you out"))
    page.get_by_role("button", name="No, go back").click()
    expect(question).to_be_hidden()
    assert version_of(page) == version
    deadly.click()
    page.get_by_role("button", name="Play anyway").click()
    expect(page.locator("#result")).to_be_visible()


def test_resigning_asks_and_ends(new_context: Any, site: str) -> None:
    [(page, ada), (other, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    open_match(other, site, match)
    Analysis.objects.update(due_at=None)  # those of other tests' matches would come first
    ask_from_menu(other, "Resign")  # not even in turn
    other.locator("#question [data-yes]").click()
    expect(other.locator("#result")).to_contain_text("resigned")
    expect(page.locator("#result")).to_contain_text("You won")
    for each in (page, other):  # found and told without asking, and without a reload
        expect(each.locator(".result__turns")).to_contain_text(FOUND, timeout=SLOW)


def test_a_refused_action_says_why_beside_the_hand(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    page.locator(".hand > button.card").first.evaluate(
        "card => { card.removeAttribute('popovertarget');"
        " card.dataset.action = JSON.stringify({type: 'play', card: '2S'});"
        " card.click(); }"  # at once: a push would make an honest card of it again
    )
    expect(page.locator("#notice")).to_have_text("This game has no such card.")
    match.refresh_from_db()
    assert match.ply == 0


def test_the_actions_asked_for_are_those_of_the_spec(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    sent: list[str] = []
    page.on("websocket", lambda link: link.on("framesent", lambda text: sent.append(text)))
    open_match(page, site, match)
    play_one(page)
    [asked] = [told["action"] for told in map(json.loads, sent) if "action" in told]
    action = json.loads(asked)
    match.refresh_from_db()
    assert record_json(match)["actions"][0]["action"] == action


CLOCK_AT = """(moments) => {
    const clock = document.getElementById("turn-clock");
    Object.assign(clock.dataset, moments);
    document.dispatchEvent(new Event("htmx:after:swap"));
    return clock.hasAttribute("data-in-reserve");
}"""


def test_a_clock_tells_of_a_reserve_only_where_there_is_one(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    open_match(page, site, apart(make_running, ada, bo))
    expect(page.locator("#turn-clock[data-deadline]")).to_be_visible()
    now = timezone.now()
    past, later = (now - timedelta(seconds=1)).isoformat(), (now + timedelta(minutes=1)).isoformat()
    assert page.evaluate(CLOCK_AT, {"turnEnds": past, "deadline": later}) is True
    assert page.evaluate(CLOCK_AT, {"turnEnds": past, "deadline": past}) is False
