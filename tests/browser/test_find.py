"""Play with people: one button each, and those who press meet at a table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.people.services.ties import tie_set
from accounts.services import preferences_set
from games.matches.models import Match
from tests.browser.people import SLOW, apart, expect_live, seated, wait_until
from tests.support.tables import pass_deadline

pytestmark = pytest.mark.browser
DUEL = "[data-game=death_frontline]"
HIDE = """Object.defineProperty(document, "hidden", { configurable: true, get: () => window.away });
Object.defineProperty(document, "visibilityState", {
    configurable: true, get: () => window.away ? "hidden" : "visible" });"""


def press(page: Page, site: str, game: str = DUEL) -> None:
    """Look for players from the front page, and see the table."""
    page.goto(site)
    page.locator(game).get_by_role("button", name="Play with people").click()
    expect_live(page)


def go(page: Page, *, away: bool) -> None:
    """Turn away from a page, or come back to it."""
    page.evaluate(
        f"away = {str(away).lower()}; document.dispatchEvent(new Event('visibilitychange'))"
    )


def table_of(user: Any) -> Match:
    """Return the newest table at which somebody sits."""
    return Match.objects.filter(seats__user=user).latest("pk")


def test_two_people_meet_by_one_button_each_and_a_follower_hears_of_it(
    new_context: Any, site: str
) -> None:
    [(page, ada), (other, bo), (third, chen)] = seated(new_context, site, 3)
    apart(tie_set, owner=chen, other=ada, kind="follow", on=True)
    apart(preferences_set, user=chen, hear_searches=True)
    third.goto(f"{site}/lobby/")
    expect_live(third)
    press(page, site)
    expect(page.get_by_role("heading", name="Looking for players")).to_be_visible()
    expect(page.get_by_role("timer")).to_contain_text("0:")
    call = third.get_by_role("link", name=f"{ada.username} is looking for players")
    expect(call).to_be_visible(timeout=SLOW)
    press(other, site)
    for one in (page, other):
        expect(one.locator("#stage[data-stage=live]")).to_be_visible(timeout=SLOW)
    match = table_of(ada)
    assert (table_of(bo), match.rated) == (match, True)
    wait_until(page, lambda: not chen.notices.exists())


def test_a_page_that_nobody_looks_at_is_not_ready_until_they_come_back(
    new_context: Any, site: str
) -> None:
    [(page, ada), (other, _)] = seated(new_context, site)
    press(page, site)
    page.evaluate(f"window.away = true; {HIDE}")
    press(other, site)
    expect(page).to_have_title(re.compile("^● Get ready · "))
    expect(page.get_by_role("button", name="I’m ready")).to_be_visible()
    wait_until(page, lambda: table_of(ada).seats.exclude(seat_commitment="").count() == 1)
    go(page, away=False)
    expect(page.locator("#stage[data-stage=live]")).to_be_visible(timeout=SLOW)


def test_alone_one_plays_bots_when_the_time_is_up(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    press(page, site, "[data-game=deadline_99]")
    apart(pass_deadline, table_of(ada))
    expect(page.locator("#stage[data-stage=live]")).to_be_visible(timeout=SLOW)
    assert not table_of(ada).rated


def test_cancel_leads_back_to_the_lobby(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    page.goto(f"{site}/lobby/")
    page.get_by_role("button", name="Play with people: Zombie Rummy · Usual").click()
    expect_live(page)
    page.get_by_role("button", name="Cancel").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/lobby/")
    assert Match.objects.get(owner=ada).status == Match.Status.CLOSED
