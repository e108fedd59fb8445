"""Two members climb a challenge ladder: a challenge, its answer, the match, the new places."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.clubs.models import Membership
from games.challenges.services.ladder import ladder_create
from games.challenges.services.places import ladder_join
from tests.browser.people import SLOW, apart, expect_live, fresh_name, seated, serious
from tests.support.clubs import make_club
from tests.support.tables import act_for

pytestmark = pytest.mark.browser


def test_a_challenge_is_accepted_played_and_changes_the_places(new_context: Any, site: str) -> None:
    [(one, ada), (two, bo)] = seated(new_context, site, viewport={"width": 390, "height": 664})
    club = apart(make_club, ada, name=fresh_name("Climbers "))
    Membership.objects.create(club=club, user=bo)
    ladder = apart(ladder_create, club=club, actor=ada, game="deadline_99", name="Duels")
    apart(ladder_join, ladder=ladder, user=ada)
    address = f"{site}/clubs/{club.slug}/challenges/{ladder.pk}/"
    two.goto(address)
    two.get_by_role("button", name="Join the ladder").click()
    expect(places(two)).to_have_text([ada.username, bo.username])
    two.get_by_role("button", name=f"1 · {ada.username}").click()
    expect(two.locator("main")).to_contain_text(f"You challenged {ada.username}.")
    one.goto(address)
    expect(one.locator("main")).to_contain_text(f"{bo.username} challenged you.")
    assert not serious(one)
    one.get_by_role("button", name="Accept").click()
    expect(one.locator("main")).to_contain_text("Challenge accepted.")
    for page in (one, two):
        page.goto(address)
        page.get_by_role("button", name="Go to table").click()
        expect_live(page)
        page.get_by_role("button", name="I’m ready").click(timeout=SLOW)
    for page in (one, two):
        expect(page.locator("[data-stage=live]")).to_be_visible(timeout=SLOW)
    match = ladder.challenges.get().match
    apart(act_for, match, ada, {"type": "resign"})
    expect(two.locator("#result")).to_contain_text("Duels", timeout=SLOW)
    two.locator("#result").get_by_role("link", name="Duels").click()
    expect(places(two)).to_have_text([bo.username, ada.username])
    two.get_by_role("link", name="History").click()
    expect(two.locator("main")).to_contain_text(f"{bo.username} won a challenge: from 2 to 1.")


def places(page: Page) -> Any:
    """Return the names on the ladder, from the top."""
    return page.locator(".rungs .person > span:last-child")
