"""From the front page to a replay: a stranger plays, stays, meets people, is called, hands over."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from accounts.devices.models import Push
from accounts.devices.services.device import device_add
from accounts.models import User
from games.matches.models import Match
from tests.browser.people import (
    SLOW,
    a_page,
    apart,
    ask_from_menu,
    expect_live,
    expect_turn,
    fill_sign_up,
    fresh_name,
    open_match,
    play_one,
    seated,
    wait_until,
)
from tests.support.push_service import Browser as Subscribed
from tests.support.tables import act_for, default_action, pass_deadline

pytestmark = pytest.mark.browser
GAME = "[data-game=deadline_99]"
PHONE = {"viewport": {"width": 390, "height": 664}}


def resign(page: Page) -> None:
    ask_from_menu(page, "Resign")
    page.locator("#question [data-yes]").click()


def play_as_a_stranger(page: Page, site: str) -> None:
    """Play a hand without an account, resign, and keep the match with one."""
    page.goto(site)
    page.locator(GAME).get_by_role("button", name="Play now").click()
    expect_turn(page)
    play_one(page)
    resign(page)
    page.locator("#result").get_by_role("button", name="Keep this match").click(timeout=SLOW)
    fill_sign_up(page, site, fresh_name("dora"))
    expect(page.get_by_text("Your guest matches are in your account now.")).to_be_visible()


def meet(pages: list[Page], site: str, user: Any) -> Match:
    """Let everybody press one button; a bot takes the fourth seat when the time is up."""
    for page in pages:
        page.goto(site)
        page.locator(GAME).get_by_role("button", name="Play with people").click()
        expect_live(page)
    match = Match.objects.filter(seats__user=user).latest("pk")
    apart(pass_deadline, match)
    for page in pages:
        expect(page.locator("#stage[data-stage=live]")).to_be_visible(timeout=SLOW)
    return match


def add_device(page: Page, user: Any) -> None:
    """Let the browser subscribe to messages."""
    names = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    keys = Subscribed(f"https://fcm.googleapis.com/{user.username}").subscription
    session_key = names[settings.SESSION_COOKIE_NAME]
    apart(device_add, user=user, session_key=session_key, name="Phone", **keys)


def test_a_stranger_plays_stays_meets_people_is_called_back_and_hands_over(
    new_context: Any, site: str
) -> None:
    phone = a_page(new_context, **PHONE)
    play_as_a_stranger(phone, site)
    dora = User.objects.filter(username__startswith="dora").latest("pk")
    [(one, ada), (other, bo), (watcher, chen)] = seated(new_context, site, 3)
    add_device(phone, dora)
    match = meet([phone, one, other], site, dora)
    context = phone.context
    phone.close()

    def is_called() -> bool:
        match.refresh_from_db()
        mover = match.seats.get(number=match.to_act).user
        if mover in (ada, bo):
            apart(act_for, match, mover, apart(default_action, match))
        return Push.objects.filter(device__user=dora, tag=f"match:{match.code}").exists()

    wait_until(one, is_called)
    phone = context.new_page()
    phone.goto(f"{site}{Push.objects.get(tag=f'match:{match.code}').url}")
    expect_turn(phone)
    play_one(phone)
    open_match(watcher, site, match)
    ask_from_menu(phone, "Hand over my seat")
    phone.locator("#question [data-yes]").click()
    watcher.get_by_role("button", name="Take over").click(timeout=SLOW)
    watcher.locator("#question [data-yes]").click()
    expect(watcher.locator("#ticker")).to_contain_text("This seat so far", timeout=SLOW)
    for page in (one, other, watcher):
        resign(page)
    expect(phone.locator("#result")).to_be_visible(timeout=SLOW)
    phone.goto(f"{site}/replays/{match.code}/?ply={Match.objects.get(pk=match.pk).ply}")
    takes = f"{chen.username} takes over from {dora.username}."
    expect(phone.locator("#log")).to_contain_text(takes)
