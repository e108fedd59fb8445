"""The browser's own part of a fair shuffle."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Route, expect

from games.matches.export import record_json
from games.matches.models import Match
from games.matches.services.match_start import seat_reveal
from tests.browser.people import (
    SLOW,
    apart,
    ask_from_menu,
    expect_turn,
    log_in,
    open_match,
    seated,
    wait_until,
)
from tests.support.tables import contribution_of, make_ready, make_table

pytestmark = pytest.mark.browser


def test_the_shuffle_takes_what_a_player_typed(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    match = apart(make_table, ada, seats=2, bots=["novice"])
    open_match(page, site, match)
    page.get_by_text("Your part of the shuffle").click()
    page.locator("#contribution").fill("死線 99, please!")
    page.get_by_role("button", name="I’m ready").click()
    expect_turn(page)
    ask_from_menu(page, "Resign")
    page.locator("#question [data-yes]").click()
    expect(page.locator("#result")).to_be_visible()
    match.refresh_from_db()
    assert record_json(match)["fairness"]["contributions"][0] == "死線 99, please!"


def test_a_press_before_the_script_is_there_counts(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    match = apart(make_table, ada, seats=2, bots=["novice"])
    held: list[Route] = []
    page.route(re.compile("/shuffle|/fairness"), lambda route: held.append(route))
    page.goto(f"{site}/matches/{match.code}/", wait_until="commit")
    ready = page.get_by_role("button", name="I’m ready")
    expect(ready).to_be_visible()
    wait_until(page, lambda: bool(held))
    page.unroute_all()
    ready.click(no_wait_after=True)
    expect_turn(page)


def test_the_browser_commits_without_webcrypto_too(new_context: Any, site: str) -> None:
    context: BrowserContext = new_context()
    context.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    page = context.new_page()
    ada = log_in(context, site, "ada")
    match = apart(make_table, ada, seats=2, bots=["novice"])
    open_match(page, site, match)
    page.get_by_role("button", name="I’m ready").click()
    expect_turn(page)


def test_both_ways_to_hash_agree_with_each_other(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    open_match(page, site, apart(make_table, ada))
    texts = ["", "abc", "a" * 55, "a" * 56, "a" * 64, "a" * 1000, "死線99"]
    both = page.evaluate(
        "async texts => Promise.all(texts.map(async text =>"
        " [await Kibitz.sha256(text), Kibitz.sha256Pure(text)]))",
        texts,
    )
    assert all(one == other for one, other in both)


def test_who_is_ready_stays_so_on_another_seat(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    match = apart(make_table, ada, seats=3)
    open_match(page, site, match)
    page.get_by_role("button", name="I’m ready").click()
    expect(page.locator("#place-0")).to_contain_text("Ready")
    page.locator("#place-2").get_by_role("button", name="Move here").click()
    expect(page.locator("#place-2")).to_have_class(re.compile("is-ready"))


def test_who_got_ready_in_another_browser_is_told_until_the_match_begins(
    new_context: Any, site: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_table, ada, bo)
    open_match(page, site, match)
    for user in (ada, bo):
        apart(make_ready, match, user)
    expect(page.locator("#notice")).to_contain_text("another browser")
    for user in (ada, bo):
        apart(seat_reveal, code=match.code, user=user, contribution=contribution_of(user))
    expect(page.locator("#stage")).to_have_attribute("data-stage", "live")
    expect(page.locator("#notice")).to_be_empty()


def test_who_is_ready_commits_anew_when_a_start_was_called_off(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_table, ada, bo)
    open_match(page, site, match)
    page.get_by_role("button", name="I’m ready").click()
    expect(page.locator("#place-0")).to_contain_text("Ready")
    match.refresh_from_db()
    old = match.commitment
    with page.expect_response("**/reveal"):
        apart(make_ready, match, bo)  # and no browser of bo's that would reveal
    expect(page.locator("#stage")).to_have_attribute("data-stage", "starting", timeout=SLOW)
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now())
    expect(page.locator("#place-1")).to_have_class("is-empty", timeout=SLOW)
    expect(page.locator("#place-0")).to_have_class("is-ready")
    match.refresh_from_db()
    assert match.commitment != old
    assert match.seats.get(number=0).seat_commitment
