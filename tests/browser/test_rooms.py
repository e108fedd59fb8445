"""Two members talk in their club, and an officer removes what one of them said."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.clubs.models import Club, Membership
from games.matches.models import Match
from tests.browser.people import a_page, apart, log_in, seated, serious
from tests.replays.factories import stored_match
from tests.support.clubs import make_club

pytestmark = pytest.mark.browser


def in_a_club(owner: Any, *members: Any) -> tuple[Club, Match]:
    """Return a club of these people, and a match that anybody may watch again."""
    club = make_club(owner, name=f"Club of {owner.username}")
    for user in members:
        Membership.objects.create(club=club, user=user)
    return club, stored_match(users={0: owner})


def say(page: Page, text: str) -> None:
    """Type something into the talk and send it."""
    page.get_by_label("Say something").fill(text)
    page.get_by_label("Say something").press("Enter")
    expect(page.get_by_label("Say something")).to_have_value("")


def test_members_talk_live_and_an_officer_removes_and_mutes(new_context: Any, site: str) -> None:
    [(page, ada), (other, bo)] = seated(new_context, site)
    officer = a_page(new_context, viewport={"width": 390, "height": 664})
    owner = log_in(officer.context, site, "owner-of-rooms")
    club, match = apart(in_a_club, owner, ada, bo)
    page.goto(f"{site}/clubs/{club.slug}/")
    for one in (other, officer):
        one.goto(f"{site}/talk/club/{club.slug}/")
    for one in (page, other, officer):
        expect(one.locator("#heartbeat[datetime]")).to_be_attached()

    say(page, f"look: {site}/replays/{match.code}/?ply=3")
    expect(other.locator(".said__card")).to_contain_text("move 3")
    field = other.get_by_label("Say something")
    field.press_sequentially(f"what a move, @{ada.username[:-1]}")
    option = other.get_by_role("option", name=ada.username, exact=True)
    expect(option).to_be_visible()
    assert serious(other) == []
    while option.get_attribute("aria-selected") != "true":
        field.press("ArrowDown")
    field.press("Enter")
    expect(field).to_have_value(f"what a move, @{ada.username} ")
    field.press("Enter")
    expect(page.locator(".said__name.is-me")).to_have_text(f"@{ada.username}")
    expect(page.locator("#bell .bell__count")).to_be_visible()
    other.get_by_role("button", name="Laughter").click()
    expect(page.locator("#talk-list")).to_contain_text("Laughter")

    officer.get_by_label(f"More about {bo.username}’s message").first.click()
    assert serious(officer) == []
    assert officer.evaluate("document.documentElement.scrollWidth <= innerWidth")
    officer.get_by_role("button", name="Remove").locator("visible=true").click()
    for one in (page, other, officer):
        expect(one.locator("#talk-list")).to_contain_text("Removed by an officer")
        expect(one.locator("#talk-list")).not_to_contain_text("what a move")
    officer.get_by_label(f"More about {bo.username}’s message").first.click()
    officer.get_by_role("button", name="Mute for 1 day").locator("visible=true").click()
    expect(other.locator("#talk")).to_contain_text("The officers have muted you here until")
    expect(other.get_by_label("Say something")).to_have_count(0)
    page.get_by_label(f"More about {ada.username}’s message").click()
    page.get_by_role("button", name="Delete").click()
    expect(other.locator(".said__card")).to_have_count(0)
