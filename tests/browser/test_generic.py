"""The table of a game that brings no template of its own, in the page of one that does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.matches.access import access_match
from games.matches.models import Match
from games.matches.services.match_play_out import Player, match_play_out
from replays.models import Analysis
from tests.browser.people import apart, expect_turn, open_match, seated, serious
from tests.support.generic import generic_html
from tests.support.tables import make_running

pytestmark = pytest.mark.browser
SIZES = {"desk": (1280, 800), "phone": (360, 640)}
PUT = """(drawn) => {
    const stage = document.querySelector("#stage");
    stage.replaceChildren(stage.querySelector(".felt__top"));
    stage.insertAdjacentHTML("beforeend", drawn);
}"""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
CUT = """() => [...document.querySelectorAll(".generic")].map(
    (box) => box.scrollHeight - box.clientHeight)"""
TALLEST = """() => Math.max(...[...document.querySelectorAll(".seat")].map(
    (seat) => seat.getBoundingClientRect().height))"""


def draw(page: Page, site: str, match: Match, user: Any) -> None:
    """Open a table and draw its middle as if its game had no template."""

    def drawn() -> str:
        return generic_html(access_match(user, match.code))

    open_match(page, site, match)
    page.evaluate(PUT, apart(drawn))
    assert page.locator(".generic dd").count() > 10


def check(page: Page) -> None:
    """Every word can be read, and nothing is cut, stretched or beyond the screen's side."""
    assert serious(page, "#stage") == []
    assert page.evaluate(WIDER) <= 0
    assert max(page.evaluate(CUT)) <= 0
    assert page.evaluate(TALLEST) < 80


@pytest.mark.parametrize("size", SIZES)
def test_a_turn_can_be_read_and_what_one_may_do_is_in_sight(
    new_context: Any, site: str, size: str
) -> None:
    viewport = dict(zip(("width", "height"), SIZES[size], strict=True))
    [(page, ada)] = seated(new_context, site, 1, viewport=viewport)
    match = apart(make_running, ada, game="zombie_rummy", bots=["novice"] * 3)
    open_match(page, site, match)
    expect_turn(page)
    draw(page, site, match, ada)
    check(page)
    expect(page.locator(".generic-actions > button").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", SIZES)
def test_the_last_position_stands_whole_beside_the_result(
    new_context: Any, site: str, size: str
) -> None:
    viewport = dict(zip(("width", "height"), SIZES[size], strict=True))
    [(page, ada)] = seated(new_context, site, 1, viewport=viewport)
    match = apart(
        match_play_out, game="zombie_rummy", players=[Player("novice")] * 4,
        started_at=timezone.now(), options={}, dice=Random(4),
    )  # fmt: skip
    # else its turning points come meanwhile, and draw the table of the game again
    nothing = {"turns": [], "falls": {}}
    apart(Analysis.objects.filter(match=match).update, state="done", moments=nothing, due_at=None)
    draw(page, site, match, ada)
    check(page)
