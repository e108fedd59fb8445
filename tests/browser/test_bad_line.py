"""A page whose line is bad, which sleeps, or which has sisters: it comes back, and plays once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import WebSocketRoute, expect

from games.matches.clock import database_now
from games.matches.models import Match, Seat
from games.matches.services.presence import AWAY_AFTER
from tests.browser.line import Line, bad_line
from tests.browser.people import (
    SLOW,
    a_page,
    apart,
    expect_live,
    open_match,
    play_one,
    seated,
    version_of,
    wait_until,
)
from tests.support.tables import act_for, first_legal, make_running

pytestmark = pytest.mark.browser
COMES_BACK = (1000, 1001, 1006, 1011, 1012, 1013, 4403)
KNOCKS = """window.knocks = [];
window.WebSocket = class extends WebSocket {
    constructor(...all) {
        super(...all);
        knocks.push(performance.now());
    }
};"""
IS_TOLD = {4401: "signed-out", 4404: "gone", 1008: "refused"}


@pytest.fixture
def line(site: str) -> Iterator[Line]:
    with bad_line(site) as line:
        yield line


def plies(match: Match) -> int:
    match.refresh_from_db()
    return match.ply


def test_a_line_cut_while_acting_plays_once_and_takes_no_word_and_no_focus(
    new_context: Any, line: Line, complaints: list[str]
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, line.url)
    match = apart(make_running, ada, bo)
    open_match(page, line.url, match)
    line.proxy.delay, line.proxy.drop_answers = 0.1, 1.0
    page.locator(".hand > button.card:not([popovertarget])").first.click()
    wait_until(page, lambda: plies(match) == 1)
    line.do(line.proxy.close_line)
    expect(page.locator("#link-state")).to_have_attribute("data-state", "offline")
    field = page.get_by_label("Say something")
    field.fill("half a word")
    field.evaluate("(field) => field.setSelectionRange(4, 6)")
    apart(lambda: act_for(match, bo, first_legal(match)))
    page.wait_for_timeout(2000)  # the cut itself
    line.proxy.drop_answers = 0.0
    line.do(line.proxy.open_line)
    stage = page.locator(f"#stage[data-version='{match.version}'][data-my-turn]")
    expect(stage).to_be_attached()
    expect(field).to_be_focused()
    expect(field).to_have_value("half a word")
    assert field.evaluate("(field) => [field.selectionStart, field.selectionEnd]") == [4, 6]
    play_one(page)
    assert plies(match) == 3
    page.close()
    complaints.clear()  # every refused knock on the door is an error to the browser


def test_a_sleeping_page_is_no_quitter_and_catches_up_when_it_wakes(
    new_context: Any, line: Line, complaints: list[str]
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, line.url)
    match = apart(make_running, ada, bo)
    open_match(page, line.url, match)
    play_one(page)
    seen = version_of(page)
    lifecycle = page.context.new_cdp_session(page)
    lifecycle.send("Page.setWebLifecycleState", {"state": "frozen"})
    line.do(line.proxy.close_line)
    seat = Seat.objects.filter(match=match, user=ada)
    seat.update(seen_at=database_now() - timedelta(seconds=16))
    match.refresh_from_db()
    apart(lambda: act_for(match, bo, first_legal(match)))
    seen_once_more = AWAY_AFTER.total_seconds()  # by a look that had begun before the cut
    wait_until(page, lambda: seat.get().is_away, within=seen_once_more + SLOW / 1000)
    assert version_of(page) == seen
    line.do(line.proxy.open_line)
    lifecycle.send("Page.setWebLifecycleState", {"state": "active"})
    stage = page.locator(f"#stage[data-version='{match.version}'][data-my-turn]")
    expect(stage).to_be_attached()
    wait_until(page, lambda: not seat.get().is_away)
    assert (seat.get().timeouts_in_row, seat.get().stood_in) == (0, False)
    play_one(page)
    page.close()
    complaints.clear()


def test_three_tabs_and_a_phone_agree_and_one_of_them_is_enough(
    new_context: Any, site: str, complaints: list[str]
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    phone = a_page(new_context, viewport={"width": 360, "height": 640})
    session = [one for one in page.context.cookies() if one["name"] == settings.SESSION_COOKIE_NAME]
    phone.context.add_cookies(session)
    second, deaf = page.context.new_page(), page.context.new_page()
    deaf.route_web_socket("**/ws/**", lambda socket: None)
    for one in (page, second, phone):
        open_match(one, site, match)
    deaf.goto(f"{site}/matches/{match.code}/")
    play_one(second)
    for one in (page, phone):
        moved = one.locator(f"#stage[data-version='{version_of(second)}']:not([data-my-turn])")
        expect(moved).to_be_attached()
    deaf.locator(".hand > button.card:not([popovertarget])").first.click()
    expect(deaf.locator("#notice, [data-notice]", has_text="has changed")).to_be_attached()
    assert plies(match) == 1
    for one in (page, second, deaf):
        one.close()
    closed = database_now()
    wait_until(phone, lambda: match.seats.filter(user=ada, seen_at__gt=closed).exists())
    assert not match.seats.get(user=ada).is_away
    complaints.clear()  # the refusal


def test_every_end_of_a_link_leads_back_or_says_why_not(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    opened: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        opened.append(socket)
        socket.connect_to_server()

    page.context.route_web_socket("**/ws/**", pass_on)
    open_match(page, site, match)
    for code in COMES_BACK:
        before = len(opened)
        opened[-1].close(code=code)
        wait_until(page, lambda before=before: len(opened) > before)
        expect_live(page)
    apart(lambda: act_for(match, ada, first_legal(match)))
    expect(page.locator(f"#stage[data-version='{match.version}']")).to_be_attached()
    page.close()  # it would go on coming back
    ended = {}
    for code in IS_TOLD:
        ended[code] = page.context.new_page()
        open_match(ended[code], site, match)
        opened[-1].close(code=code)
    count = len(opened)
    for code, state in IS_TOLD.items():
        expect(ended[code].locator("#link-state")).to_have_attribute("data-state", state)
        expect(ended[code].locator("#link-state")).to_have_text(
            ended[code].locator("#link-state").get_attribute(f"data-{state}") or "?"
        )
    ended[4404].wait_for_timeout(1600)  # longer than a page waits before it tries again
    assert len(opened) == count


def test_a_server_that_ends_every_link_is_asked_about_once_a_second(
    new_context: Any, site: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1012))
    page.add_init_script(KNOCKS)  # by the page's own clock: knocks are heard here late
    page.goto(f"{site}/matches/{match.code}/")
    page.evaluate("() => { knocks.length = 0; }")  # a page that is shown late knocks then, too
    page.wait_for_function("() => knocks.length > 3")
    pauses = [later - earlier for earlier, later in itertools.pairwise(page.evaluate("knocks"))]
    assert min(pauses) > 850
