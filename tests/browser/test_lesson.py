"""A guest learns a game by playing its first hand on a phone, refusals and hints included."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.contract import Action
from games.registry import all_rules
from tests.browser.people import a_page, serious, wait_until

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 640}}
WATCH_WIDTH = """(() => {
    window.widest = 0;
    const look = () => {
        widest = Math.max(widest, (document.documentElement?.scrollWidth ?? 0) - innerWidth);
        requestAnimationFrame(look);
    };
    look();
})()"""  # in every frame: cards that travel may not make the page wider while they do


def control_for(page: Page, action: Action) -> Any:
    """Return the control that posts this very action, its menu opened if it lies in one."""
    controls = page.locator("#stage [data-action]")
    wanted = [
        json.loads(text)
        for text in controls.evaluate_all("all => all.map(one => one.dataset.action)")
    ]
    # not by its place: while a menu is open, the seats carry its actions too
    control = controls.nth(wanted.index(action)).element_handle()
    menu = control.evaluate("node => node.closest('[popover]')?.id ?? ''")
    if menu:
        page.locator(f"[popovertarget='{menu}']").click()
    return control


def test_a_guest_plays_the_first_hand_of_deadline_99_to_the_end(
    new_context: Any, site: str, complaints: list[str]
) -> None:
    page = a_page(new_context, **PHONE)
    page.add_init_script(WATCH_WIDTH)
    page.goto(f"{site}/")
    page.locator("article[data-game=deadline_99]").get_by_role("link", name="Learn in five").click()
    lesson = all_rules()["deadline_99"].teaching.lesson
    assert lesson is not None
    for number, step in enumerate(lesson.steps[:-1]):
        expect(page.locator(".lesson")).to_have_attribute("data-step", str(number))
        expect(page.locator("#lesson-says")).to_be_in_viewport(ratio=1)
        assert page.evaluate("widest") == 0
        if not step.moves or step.moves[0][0] != lesson.seat:
            page.get_by_role("button", name="Continue").click()
            continue
        if number == 1:
            expect(page.locator(".hand > .card").last).to_be_in_viewport(ratio=1)
            page.locator(".lesson__tries button").click()
            expect(page.locator("#lesson-notice")).to_have_text("You don’t have that card.")
            control_for(page, {"type": "play", "card": "8C"}).click()
            expect(page.locator("#notice")).to_contain_text(
                "this lesson needs a different move now"
            )
            expect(page.locator("#lesson-notice")).to_be_empty()
            page.get_by_text("Hint").click()
            expect(page.locator(".lesson__hint p")).to_be_visible()
            assert serious(page) == []
        control_for(page, step.moves[0][1]).click()
    expect(page.locator("#result")).to_contain_text("You won")
    expect(page).to_have_url(f"{site}/learn/deadline_99/?step={lesson.last}")
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    wait_until(page, lambda: len(complaints) > 1)
    assert ["422" in text for text in complaints] == [True, True]
    complaints.clear()
