"""The lobby keeps itself true, and the form for a table follows its own choices."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from games.matches.models import Match
from tests.browser.people import (
    SLOW,
    a_page,
    expect_live,
    seated,
    wait_until,
)

pytestmark = pytest.mark.browser


def test_a_new_person_in_the_lobby_sees_tables_come_fill_and_go(
    new_context: Any, site: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    watcher = a_page(new_context)
    watcher.goto(f"{site}/lobby/")
    expect_live(watcher)
    page.goto(f"{site}/tables/new/deadline_99/")
    page.get_by_label("Players").select_option("2")
    page.get_by_role("button", name="Create table").click()
    expect_live(page)
    match = Match.objects.get(owner=ada)
    line = watcher.locator(f"#table-{match.code}")
    expect(line).to_contain_text("1 seat free")
    page.get_by_role("button", name="Novice").click()
    expect(line).to_contain_text("full")
    page.get_by_role("button", name="Leave table").click()
    expect(line).to_have_count(0)
    assert bo is not None


def test_the_form_follows_its_own_choices_and_comes_back(new_context: Any, site: str) -> None:
    [(page, _)] = seated(new_context, site, 1)
    page.goto(f"{site}/tables/new/deadline_99/")
    for label, value in [("Players", "5"), ("Mode", '"factions"'), ("Free agents", "3")]:
        with page.expect_response("**/tables/new/**") as answer:
            page.get_by_label(label).select_option(value)
        assert "csrf" not in answer.value.url
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".terms")).to_contain_text("Factions", timeout=SLOW)
    page.goto(f"{site}/tables/new/deadline_99/")
    expect(page.get_by_label("Free agents")).to_have_value("3")


def test_what_is_chosen_while_the_form_is_drawn_anew_stays(new_context: Any, site: str) -> None:
    [(page, _)] = seated(new_context, site, 1)
    page.goto(f"{site}/tables/new/deadline_99/")
    late: list[Route] = []
    page.route("**/tables/new/**", lambda route: late.append(route))
    page.get_by_label("Players").select_option("9")
    wait_until(page, lambda: len(late) == 1)
    page.get_by_label("Bots", exact=True).select_option("2")
    wait_until(page, lambda: len(late) == 2)
    late[0].abort()  # given up by the page itself: what it would say is no longer true
    assert page.get_by_label("Bots", exact=True).input_value() == "2"
    late[1].continue_()
    expect(page.get_by_label("Bots", exact=True).locator("option")).to_have_count(9)
    expect(page.get_by_label("Bots", exact=True)).to_have_value("2")
