"""A pause and an end without a result, agreed on by two people in two browsers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.matches.agreement import PAUSE
from games.matches.services.match_agree import match_agree
from tests.browser.people import SLOW, a_page, apart, ask_from_menu, open_match, seated
from tests.support.tables import act_for, make_running

pytestmark = pytest.mark.browser
HALF_AN_HOUR = re.compile(r"^(30:00|2[89]:\d\d)$")  # it has begun to run


def test_two_people_pause_go_on_and_end_without_a_result(new_context: Any, site: str) -> None:
    [(one, ada), (two, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(one, site, match)
    open_match(two, site, match)
    strips = [page.locator("#agreement") for page in (one, two)]
    ask_from_menu(one, "Pause")
    for strip in strips:
        expect(strip).to_contain_text(f"Agreed: {ada.username}", timeout=SLOW)
    strips[1].get_by_role("button", name="Agree").click()
    for strip in strips:
        expect(strip).to_contain_text("Match paused", timeout=SLOW)
    expect(one.locator("#pause-clock [data-time]")).to_have_text(HALF_AN_HOUR, timeout=SLOW)
    strips[0].get_by_role("button", name="Resume").click()
    for strip in strips:
        expect(strip).to_have_count(0, timeout=SLOW)
    ask_from_menu(two, "End without a result")
    two.locator("#question [data-yes]").click()
    strips[0].get_by_role("button", name="Agree").click()
    one.locator("#question [data-yes]").click()
    for strip in strips:
        expect(strip).to_contain_text("ended without a result", timeout=SLOW)


def test_a_rematch_is_offered_where_both_look_and_watchers_find_it(
    new_context: Any, site: str
) -> None:
    [(one, ada), (two, bo)] = seated(new_context, site)
    watching = a_page(new_context)
    match = apart(make_running, ada, bo)
    for page in (one, two, watching):
        open_match(page, site, match)
    apart(act_for, match, bo, {"type": "resign"})
    one.get_by_role("button", name="Play again").click()
    offer = f"{ada.username} wants a rematch of Deadline 99."
    expect(two.locator("#result")).to_contain_text(offer, timeout=SLOW)
    two.get_by_role("button", name="Join rematch").click()
    watching.get_by_role("button", name="Go to rematch").click()
    for page in (one, two, watching):
        expect(page.locator(".before__seats")).to_contain_text(bo.username, timeout=SLOW)
    assert len({page.url for page in (one, two, watching)}) == 1


def test_an_open_panel_pushes_the_log_aside_and_covers_nothing(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site, viewport={"width": 1280, "height": 800})
    open_match(page, site, apart(make_running, ada, bo))
    page.locator("#help > summary").click()
    parts = page.locator("#side > *")
    boxes = [parts.nth(at).bounding_box() for at in range(parts.count())]
    ends = [box["y"] + box["height"] for box in boxes if box]
    begins = [box["y"] for box in boxes if box]
    assert all(end <= begin + 1 for end, begin in zip(ends, begins[1:], strict=False))


@pytest.mark.parametrize(
    ("game", "table"),
    [("deadline_99", ".ring"), ("zombie_rummy", ".zr"), ("death_frontline", "#front")],
)
def test_on_a_phone_what_is_agreed_stands_above_the_table(
    new_context: Any, site: str, game: str, table: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site, viewport={"width": 360, "height": 640})
    match = apart(make_running, ada, bo, game=game)
    apart(match_agree, code=match.code, user=bo, to=PAUSE)
    open_match(page, site, match)
    strip = page.locator("#agreement").bounding_box()
    below = page.locator(table).bounding_box()
    assert strip
    assert below
    assert strip["y"] + strip["height"] <= below["y"]
