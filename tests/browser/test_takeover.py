"""Somebody takes over: one of two hands over, a watcher plays on, and the replay names both."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from games.matches.models import Match
from tests.browser.people import SLOW, apart, expect_live, play_to_end, seated, serious
from tests.support.tables import act_for, default_action, make_running

pytestmark = pytest.mark.browser


def test_a_watcher_takes_over_plays_to_the_end_and_the_replay_shows_both(
    new_context: Any, site: str
) -> None:
    [(left, ada), (stays, bo), (watches, chen)] = seated(new_context, site, 3)
    match = apart(make_running, ada, bo)
    address = f"{site}/matches/{match.code}/"
    for page in (left, stays, watches):
        page.goto(address)
        expect_live(page)
    for _ in range(2):
        apart(act_for, match, (ada, bo)[match.to_act], apart(default_action, match))
    left.get_by_role("button", name="Match menu").click()
    assert serious(left) == []
    left.get_by_role("button", name="Hand over my seat").click()
    left.locator("#question [data-yes]").click()
    expect(left.get_by_text("Your seat is on offer.")).to_be_visible(timeout=SLOW)
    expect(stays.get_by_text(f"{ada.username}’s seat is on offer.")).to_be_visible(timeout=SLOW)
    watches.get_by_role("button", name="Take over").click()
    watches.locator("#question [data-yes]").click()
    expect(watches.locator("#hand")).to_be_visible(timeout=SLOW)
    expect(watches.locator("#ticker")).to_contain_text("This seat so far")
    takes = f"{chen.username} takes over from {ada.username}."
    for page in (left, stays, watches):
        expect(page.locator("#log")).to_contain_text(takes, timeout=SLOW)
        expect(page.locator("#seat-0")).to_contain_text(chen.username)
    expect(left.locator("#hand")).to_have_count(0)
    expect(left.get_by_text("You’re watching")).to_be_visible()
    expect(left.get_by_label("Say something")).to_have_count(0)
    expect_live(watches)
    play_to_end(watches, stays)
    badge = f"from move 3: {chen.username}"
    for page in (left, stays, watches):
        expect(page.locator("#result")).to_contain_text(badge, timeout=SLOW)
    assert Match.objects.get(pk=match.pk).seats.get(number=0).starter == ada
    left.goto(f"{site}/replays/{match.code}/?ply=2")
    expect(left.locator("#seat-0")).to_contain_text(ada.username)
    left.goto(f"{site}/replays/{match.code}/?ply=3")
    expect(left.locator("#seat-0")).to_contain_text(chen.username)
    expect(left.locator("#log")).to_contain_text(takes)
