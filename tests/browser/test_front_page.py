"""The front page in a real browser."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.timezone import now
from playwright.sync_api import Page, expect

from games.matches.models import Match
from tests.replays.factories import stored_match


def test_front_page_opens_without_complaint(site: str, page: Page) -> None:
    page.goto(site)
    expect(page).to_have_title("Kibitz")


def test_a_match_is_gone_through_on_the_front_page_itself(site: str, page: Page) -> None:
    Match.objects.filter(status=Match.Status.RUNNING).update(visibility="unlisted")  # none is live
    stored_match("deadline_99", 1, code="infront", finished_at=now() + timedelta(days=1))
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(site)
    table = page.frame_locator(".hero__table iframe")
    replay = table.locator("#replay")
    expect(replay).to_have_attribute("data-ply", "18")
    table.locator("#replay-back").click()
    expect(replay).to_have_attribute("data-ply", "17")
    expect(page).to_have_url(f"{site}/")


@pytest.mark.parametrize("height", [563, 900])
def test_a_framed_replay_with_six_open_hands_fills_its_frame_and_no_more(
    site: str, page: Page, height: int
) -> None:
    match = stored_match("deadline_99", 4)
    page.set_viewport_size({"width": 908, "height": height})
    page.goto(f"{site}/replays/{match.code}/embed/?ply=3&as=all")
    expect(page.locator(".open-hands > li")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollHeight") == height
    bar = page.locator(".replay-bar").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] == pytest.approx(height, abs=1)
