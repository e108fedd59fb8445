"""The page on which a visitor's browser recomputes the draws of an event."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.people import apart, fresh_name, serious
from tests.support.event_pages import post
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.judges import browser
from tests.support.tables import make_user

pytestmark = pytest.mark.browser
LINES = ("commitment", "parts", "seeds")


def drawn() -> Any:
    """Return an event in its first round, proposed twice, into which somebody entered."""
    director, guest = make_user(fresh_name("director")), make_user(fresh_name("guest"))
    event = make_event(director, format="swiss", name=fresh_name("Drawn "))
    post(browser(guest), event, kind="register", own="1", contribution="b0" * 16)
    enter_bots(event, director, 5)
    begin(event, director)
    act(event, director, "cancel_round", reason="somebody was missing")
    act(event, director, "propose_round")
    act(event, director, "propose_round")
    act(event, director, "publish_round")
    return event


def states(page: Page) -> list[str | None]:
    expect(page.locator("#draws-verdict")).not_to_have_attribute("data-state", "waiting")
    return [page.locator(f"#proof-{one}").get_attribute("data-state") for one in LINES]


def test_the_draws_are_recomputed_in_the_browser(page: Page, site: str) -> None:
    event = apart(drawn)
    page.goto(f"{site}/tournaments/{event.code}/")
    page.get_by_text("Print and export").click()
    page.get_by_role("link", name="Were the draws fair?").click()
    expect(page.locator("#draws-verdict")).to_contain_text("Everything checks out")
    assert states(page) == ["holds"] * 3
    expect(page.locator("#proof-parts code")).to_have_text(["b0" * 16])
    expect(page.locator("#proof-seeds dt")).to_have_text(["Start", "Round 1", "Round 1"])
    assert serious(page) == []


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ({"secret": "0" * 64}, ["fails", "holds", "fails"]),
        ({"seed": "0" * 64}, ["holds", "holds", "fails"]),
        ({"no": 3}, ["fails", "holds", "holds"]),
    ],
)
def test_a_file_that_was_changed_is_told_from_a_true_one(
    page: Page, site: str, part: dict[str, Any], wrong: list[str]
) -> None:
    event = apart(drawn)

    def meddle(route: Route) -> None:
        data = route.fetch().json()
        start = next(one for one in data["actions"] if one["kind"] == "start")
        start["payload"]["draw"] |= part
        route.fulfill(json=data)

    page.route("**/event.json", meddle)
    page.goto(f"{site}/tournaments/{event.code}/draws/")
    expect(page.locator("#draws-verdict")).to_contain_text("Something doesn’t check out")
    assert states(page) == wrong
