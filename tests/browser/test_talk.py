"""Two players and a spectator talk, each in a browser of their own; and a bell that rings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.people.services.ties import tie_set
from games.matches.services.table_create import table_create
from tests.browser.people import a_page, apart, log_in, open_match, seated, serious, stop_clock
from tests.replays.factories import stored_match
from tests.support.tables import act_for, make_running

pytestmark = pytest.mark.browser


def say(page: Page, text: str) -> None:
    """Type something into the talk and send it."""
    page.get_by_label("Say something").fill(text)
    page.get_by_label("Say something").press("Enter")
    expect(page.get_by_label("Say something")).to_have_value("")


def test_players_and_a_spectator_talk_apart_until_the_end(new_context: Any, site: str) -> None:
    [(page, ada), (other, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    watching = a_page(new_context, viewport={"width": 360, "height": 640})
    log_in(watching.context, site, "chen")
    other.clock.install()
    for one in (page, other, watching):
        open_match(one, site, match)
    say(watching, "what a start")
    expect(watching.locator("#talk-list")).to_contain_text("what a start")
    other.get_by_label("Say something").fill("half a word")
    stop_clock(other)  # what is said stays on show
    say(page, "good evening")
    for one in (other, watching):
        expect(one.locator("#talk-list li", has_text="good evening")).to_have_count(1)
    expect(other.locator(".talk-bubble")).to_have_text("good evening")
    other.clock.resume()
    expect(other.get_by_label("Say something")).to_have_value("half a word")
    assert "what a start" not in page.content() + other.content()
    assert watching.evaluate("document.documentElement.scrollWidth <= innerWidth")

    other.get_by_role("button", name="Laughter").click()
    expect(page.locator("#talk-list")).to_contain_text("Laughter")
    page.get_by_label("Mute, block, report").click()
    page.locator("#talk-people li").get_by_role("button", name="Mute").click()
    expect(page.locator("#talk-list")).not_to_contain_text("Laughter")
    assert serious(page) == []

    apart(act_for, match, bo, {"type": "resign"})
    expect(page.locator("#talk-list")).to_contain_text("what a start")


def test_what_is_said_stands_at_the_board_of_who_says_it(new_context: Any, site: str) -> None:
    [(page, ada), (other, bo)] = seated(new_context, site)
    match = stored_match("zombie_rummy", 0, users={0: ada, 1: bo}, plies=1)
    page.clock.install()
    for one in (page, other):
        open_match(one, site, match)
    stop_clock(page)  # what is said stays on show
    say(other, "my zombie")
    board, bubble = page.locator("#seat-1").bounding_box(), page.locator(".talk-bubble")
    expect(bubble).to_be_visible()
    said = bubble.bounding_box()
    assert board
    assert said
    assert board["y"] <= said["y"]
    assert said["y"] + said["height"] <= board["y"] + board["height"]


def test_a_bubble_at_the_edge_of_a_phone_points_at_who_speaks(new_context: Any, site: str) -> None:
    [(page, ada), (other, bo)] = seated(new_context, site, viewport={"width": 390, "height": 664})
    match = stored_match("deadline_99", 6, users={0: ada, 1: bo}, plies=0)
    page.clock.install()
    for one in (page, other):
        open_match(one, site, match)
    stop_clock(page)  # what is said stays on show
    say(other, "the reaper is mine, and you will all see it soon")
    seat, bubble = page.locator("#seat-1").bounding_box(), page.locator(".talk-bubble")
    expect(bubble).to_be_visible()
    said, tip = (
        bubble.bounding_box(),
        bubble.evaluate("one => parseFloat(one.style.getPropertyValue('--tip'))"),
    )
    assert seat
    assert said
    assert said["x"] >= 0
    assert seat["x"] <= said["x"] + said["width"] / 2 + tip <= seat["x"] + seat["width"]


def test_an_invitation_reaches_a_friend_on_any_page_and_leads_to_the_table(
    new_context: Any, site: str
) -> None:
    [(page, ada), (other, bo)] = seated(new_context, site)
    apart(tie_set, owner=ada, other=bo, kind="follow", on=True)
    match = apart(table_create, owner=ada, game="deadline_99", seats=2, options={})
    other.goto(f"{site}/rules/")
    expect(other.locator("#bell .bell__count")).to_have_text("1")  # somebody follows them
    expect(other.locator("#heartbeat[datetime]")).to_be_attached()  # and rings are heard
    open_match(page, site, match)
    page.locator(".invite-friends button", has_text=bo.username).click()
    toast = other.locator("#toasts a")
    toast.hover()  # it goes after some seconds, but not while one points at it
    expect(toast).to_contain_text(f"{ada.username} invited you to a Deadline 99 table.")
    expect(other.locator("#bell .bell__count")).to_have_text("2")
    toast.click()
    expect(other).to_have_url(f"{site}/matches/{match.code}/")
    expect(other.locator("#bell .bell__count")).to_have_text("1")
