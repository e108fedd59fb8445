"""A server that cannot take an action now: the page asks again by itself, for a few seconds."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from playwright.sync_api import Locator, Page, WebSocket, expect

from games.matches.models import Match
from tests.browser.people import (
    apart,
    expect_live,
    open_match,
    seated,
    stop_clock,
    version_of,
    wait_until,
)
from tests.browser.servers import running_server
from tests.support.database import somebody_waits_for_us
from tests.support.servers import Server
from tests.support.tables import act_for, first_legal, make_running

pytestmark = pytest.mark.browser
SHORT = {"DATABASE_LOCK_TIMEOUT": "300ms", "HEARTBEAT_SECONDS": "1"}
AGAIN = "Retrying automatically"
LATER = "Please try again in a moment"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def server(stack: ExitStack) -> Server:
    """A server that waits for no lock for long."""
    return running_server(stack, "0", **SHORT)


@contextmanager
def nobody_may_play(match: Match) -> Iterator[None]:
    """Hold the row that every action locks, as another transaction would."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM matches_match WHERE id = %s FOR UPDATE", [match.pk])
        yield


def card(page: Page) -> Locator:
    return page.locator(".hand > button.card:not([popovertarget])").first


def notice(page: Page) -> Locator:
    return page.locator("#notice")


def expect_played_once(page: Page, match: Match) -> None:
    expect(page.locator("#stage[data-my-turn]")).to_have_count(0)
    expect(page.locator("#match[data-sending]")).to_have_count(0)
    expect(notice(page)).to_have_text("")
    assert match.actions.count() == 1


def asked_for(page: Page) -> list[str]:
    """Return a list into which the id of every action goes that a page asks for on its link."""
    ids: list[str] = []

    def hear(text: str | bytes) -> None:
        ids.extend(told["action_id"] for told in [json.loads(text)] if "action_id" in told)

    def open_(link: WebSocket) -> None:
        link.on("framesent", hear)

    page.on("websocket", open_)
    return ids


def test_what_a_busy_server_refused_is_asked_for_again_with_the_same_id(
    new_context: Any, server: Server, complaints: list[str]
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, server.url)
    match = apart(make_running, ada, bo)
    ids = asked_for(page)
    open_match(page, server.url, match)
    with nobody_may_play(match):
        with page.expect_response("**/act") as refused:
            card(page).click()
        assert refused.value.status == 503
        expect(notice(page)).to_contain_text(AGAIN)
        expect(page.locator("#match[data-sending]")).to_have_count(1)
    expect_played_once(page, match)
    assert len(ids) > 1
    assert set(ids) == {match.actions.get().action_id}
    page.close()
    complaints.clear()  # a 503 is an error to the browser


@pytest.mark.parametrize("posts", ["refused", "unanswered"])
def test_an_action_that_meets_a_restart_is_played_by_the_server_that_comes_after(
    posts: str, new_context: Any, stack: ExitStack, complaints: list[str]
) -> None:
    server = running_server(stack, "0")
    [(page, ada), (_, bo)] = seated(new_context, server.url)
    match = apart(make_running, ada, bo)
    page.clock.install()
    open_match(page, server.url, match)
    if posts == "unanswered":  # the server is gone before the page can post
        page.route("**/act", lambda route: route.abort())
    with nobody_may_play(match):
        card(page).click()
        wait_until(page, somebody_waits_for_us)
        stop_clock(page)
        server.stop(signal.SIGTERM)
        expect(notice(page)).to_contain_text(AGAIN)
    assert not match.actions.exists()
    running_server(stack, str(server.port))
    page.clock.resume()  # how long the machine takes is its own
    expect_played_once(page, match)
    page.close()
    complaints.clear()  # every refused knock on the door is an error to the browser


def test_it_is_not_asked_for_for_ever_and_the_next_click_plays_it_once(
    new_context: Any, server: Server, complaints: list[str]
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, server.url)
    match = apart(make_running, ada, bo)
    ids = asked_for(page)
    open_match(page, server.url, match)
    with nobody_may_play(match):
        card(page).click()
        expect(notice(page)).to_contain_text(LATER)
        expect(page.locator("#match[data-sending]")).to_have_count(0)
        assert 2 < len(ids) <= 5
    card(page).click()
    expect_played_once(page, match)
    assert len(set(ids)) == 1
    page.close()
    complaints.clear()


def test_nothing_is_asked_for_again_from_a_position_that_is_over(
    new_context: Any, server: Server, complaints: list[str]
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, server.url)
    match = apart(make_running, ada, bo)
    ids = asked_for(page)
    page.clock.install()
    open_match(page, server.url, match)
    stop_clock(page)  # the page waits before it asks again until it is let
    with nobody_may_play(match):
        card(page).click()
        expect(notice(page)).to_contain_text(AGAIN)
    asked = len(ids)
    apart(lambda: act_for(match, ada, first_legal(match)))
    apart(lambda: act_for(match, bo, first_legal(match)))
    wait_until(page, lambda: version_of(page) == match.version)
    page.clock.resume()
    expect(notice(page)).to_have_text("")
    expect(page.locator("#match[data-sending]")).to_have_count(0)
    assert len(ids) == asked
    assert match.actions.count() == 2
    page.close()
    complaints.clear()


def test_nothing_waits_to_be_asked_for_again_while_the_line_is_down(
    new_context: Any, server: Server, complaints: list[str]
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, server.url)
    match = apart(make_running, ada, bo)
    open_match(page, server.url, match)
    with nobody_may_play(match):
        with page.expect_response("**/act"):
            card(page).click()
        page.context.set_offline(True)
        expect(notice(page)).to_contain_text(LATER)
    page.context.set_offline(False)
    expect_live(page)
    expect(page.locator("#match[data-sending]")).to_have_count(0)
    assert not match.actions.exists()
    page.close()
    complaints.clear()
