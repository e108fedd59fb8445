"""A guest solves a puzzle on a phone: plays the answer, and reads why it is the best."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import a_page, serious
from tests.browser.test_lesson import control_for
from tests.puzzles.factories import a_puzzle, right_and_wrong

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 640}}


def test_a_guest_solves_a_puzzle_on_a_phone(
    new_context: Any, site: str, complaints: list[str]
) -> None:
    puzzle = a_puzzle()
    a_puzzle("zombie_rummy")  # the next one
    page = a_page(new_context, **PHONE)
    page.goto(f"{site}/puzzles/{puzzle.code}/")
    expect(page.locator(".puzzle")).to_have_attribute("data-step", "question")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    control_for(page, right_and_wrong(puzzle)[0]).click()
    expect(page.locator(".puzzle__verdict")).to_have_attribute("data-right", "yes")
    expect(page.locator(".puzzle__verdict")).to_be_in_viewport()
    expect(page.locator("[data-best]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    assert page.locator("#stage [data-action]").count() == 0
    assert serious(page) == []
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".puzzle")).to_have_attribute("data-step", "question")
    assert complaints == []


def test_on_a_phone_the_field_of_a_puzzle_comes_before_its_players(
    new_context: Any, site: str
) -> None:
    page = a_page(new_context, **PHONE)
    page.goto(f"{site}/puzzles/{a_puzzle('death_frontline').code}/")
    boxes = [page.locator(one).first.bounding_box() for one in (".board", ".cell", ".front__hand")]
    board, cell, hand = (box for box in boxes if box)
    assert hand["y"] - board["y"] > 2 * cell["height"]
