"""The site in forced colours, as contrast themes have them: what can be done is still told."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import a_page, log_in, open_match, seated
from tests.replays.factories import stored_match

pytestmark = pytest.mark.browser

FORCED = {"forced_colors": "active", "color_scheme": "dark"}


def style(part: Locator, name: str) -> str:
    """Return a style as it is drawn."""
    return str(part.evaluate("(node, name) => getComputedStyle(node)[name]", name))


def test_cards_are_paper_and_whose_turn_it_is_has_a_frame(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1, **FORCED)
    open_match(page, site, stored_match("deadline_99", 0, users={0: ada}, plies=0))
    ground = style(page.locator("body"), "backgroundColor")
    assert ground == "rgb(0, 0, 0)"
    assert style(page.locator(".hand > .card").first, "backgroundColor") != ground
    acting, waiting = page.locator(".seat.is-turn"), page.locator(".seat:not(.is-turn)").first
    assert style(acting, "outlineStyle") == "solid"
    assert style(waiting, "outlineStyle") == "none"


def test_a_cell_that_can_be_chosen_looks_unlike_the_others(new_context: Any, site: str) -> None:
    page = a_page(new_context, **FORCED)
    page.goto(f"{site}/learn/death_frontline/?step=6")
    page.locator(".front__cards .card.is-legal").first.click()
    expect(page.locator(".cell.is-legal").first).to_be_visible()
    for pick in page.locator(".cell__pick").all():
        assert style(pick, "borderTopColor") == "rgba(0, 0, 0, 0)"


def test_a_switch_is_drawn_by_the_browser_which_shows_its_state(
    new_context: Any, site: str
) -> None:
    page = a_page(new_context, **FORCED)
    log_in(page.context, site, "ada")
    page.goto(f"{site}/accounts/preferences/")
    switch = page.locator("[name=auto_sort]")
    expect(switch).to_be_checked()
    assert style(switch, "appearance") == "auto"


def test_the_line_on_which_a_replay_is_moved_is_seen(new_context: Any, site: str) -> None:
    page = a_page(new_context, **FORCED)
    match = stored_match("deadline_99", 0)
    page.goto(f"{site}/replays/{match.code}/")
    line = page.locator(".scrubber > [type=range]")
    expect(line).to_be_visible()
    colour = "node => getComputedStyle(node).getPropertyValue('--pico-range-border-color').trim()"
    assert line.evaluate(colour) == "CanvasText"
