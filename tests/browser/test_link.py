"""The link breaks: nothing is lost, queued, played twice or taken back."""

from __future__ import annotations

import json
import signal
from contextlib import ExitStack
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.people import (
    SLOW,
    apart,
    expect_live,
    is_answer,
    open_match,
    play_one,
    seated,
    stop_clock,
    version_of,
    wait_until,
)
from tests.browser.servers import running_server
from tests.support.tables import act_for, first_legal, make_running, make_table

pytestmark = pytest.mark.browser


def test_an_old_answer_never_takes_the_page_back(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    act_by_post(page)
    late: list[tuple[Route, Any]] = []
    page.route("**/act", lambda route: late.append((route, route.fetch())))
    version = version_of(page)
    page.locator(".hand > button.card:not([popovertarget])").first.click()
    expect(page.locator(f"#stage[data-version='{version}']")).to_have_count(0)
    match.refresh_from_db()
    apart(lambda: act_for(match, bo, first_legal(match)))
    expect(page.locator("#stage")).to_have_attribute("data-version", str(match.version))
    [(route, answer)] = late
    with page.expect_response("**/act"):
        route.fulfill(response=answer)
    expect(page.locator("#match[data-sending]")).to_have_count(0)
    assert version_of(page) == match.version


def test_nothing_is_queued_while_the_link_is_down_and_nothing_played_twice(
    new_context: Any, site: str, complaints: list[str]
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    card = page.locator(".hand > button.card:not([popovertarget])").first
    page.context.set_offline(True)
    expect(page.locator("#link-state")).to_have_attribute("data-state", "offline")
    card.click()
    expect(page.locator("#notice")).to_contain_text("The server didn’t respond")
    card.click()
    expect(page.locator("#match[data-sending]")).to_have_count(0)
    page.context.set_offline(False)
    expect_live(page)
    match.refresh_from_db()
    assert match.ply == 0
    card.click()
    expect(page.locator("#stage[data-my-turn]")).to_have_count(0)
    match.refresh_from_db()
    assert match.ply == 1
    page.close()
    assert all("ERR_INTERNET_DISCONNECTED" in text or "htmx:" in text for text in complaints)
    complaints.clear()


def test_an_answer_that_was_lost_is_asked_for_again_with_the_same_id(
    new_context: Any, site: str, complaints: list[str]
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    page.context.route_web_socket("**/ws/**", lambda socket: None)
    page.reload()  # without pushes, so that only the answer could tell
    act_by_post(page)
    ids = []

    def lose_first(route: Route) -> None:
        ids.append(route.request.post_data_json["action_id"])
        if len(ids) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/act", lose_first)
    card = page.locator(".hand > button.card:not([popovertarget])").first
    card.click()
    expect(page.locator("#notice")).to_contain_text("The server didn’t respond")
    expect(page.locator("#match[data-sending]")).to_have_count(0)
    card.click()
    expect(page.locator("#stage[data-my-turn]")).to_have_count(0)
    assert ids[0] == ids[1]
    match.refresh_from_db()
    assert match.ply == 1
    page.close()
    complaints.clear()


def act_by_post(page: Page) -> None:
    """Let a page do without the door on its link, and wait for an answer as long as it takes."""
    page.evaluate(
        "delete window.Kibitz.ask;"
        "document.addEventListener('htmx:config:request',"
        " ({ detail: { ctx } }) => { ctx.request.timeout = 600000; });"
    )


def test_what_is_clicked_when_a_push_came_before_the_answer_waits_for_the_answer(
    new_context: Any, site: str
) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    match = apart(make_table, ada)
    open_match(page, site, match)
    late: list[tuple[Route, Any]] = []
    page.route("**/bots/add", lambda route: late.append((route, route.fetch())))
    page.get_by_role("button", name="Novice").click()
    expect(page.locator("#place-1")).to_contain_text("Pip")
    page.get_by_role("button", name="Leave table").click()
    expect(page.locator("#match[data-sending]")).to_have_count(1)
    wait_until(page, lambda: bool(late))  # the push may be here before the answer is
    [(route, answer)] = late
    route.fulfill(response=answer)
    expect(page).to_have_url(f"{site}/lobby/")


def test_an_answer_that_the_link_lost_is_asked_for_by_post_with_the_same_id(
    new_context: Any, site: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    asked: list[Any] = []

    def lose_answers(link: WebSocketRoute) -> None:
        server = link.connect_to_server()

        def on_asked(text: str) -> None:
            asked.extend(told for told in [json.loads(text)] if "action" in told)
            server.send(text)

        def on_told(text: str) -> None:
            if is_answer(text):
                link.close(code=1012)
            elif not asked:  # nor what would show that it was played
                link.send(text)

        link.on_message(on_asked)
        server.on_message(on_told)

    page.route_web_socket("**/ws/matches/**", lose_answers)
    open_match(page, site, match)
    with page.expect_response("**/act") as posted:
        page.locator(".hand > button.card:not([popovertarget])").first.click()
    assert posted.value.status == 200
    assert posted.value.request.post_data_json == asked[0]
    expect(page.locator("#stage[data-my-turn]")).to_have_count(0)
    assert match.actions.count() == 1


def test_the_page_is_live_again_within_two_seconds_of_the_servers_return(
    new_context: Any, site: str, complaints: list[str]
) -> None:
    with ExitStack() as stack:
        server = running_server(stack, "0")
        [(page, ada), (_, bo)] = seated(new_context, server.url)
        match = apart(make_running, ada, bo)
        page.clock.install()
        open_match(page, server.url, match)
        hand = page.locator(".hand").inner_text()
        server.stop(signal.SIGKILL)
        expect(page.locator("#link-state")).to_have_attribute("data-state", "offline")
        stop_clock(page)
        running_server(stack, str(server.port))
        page.clock.run_for(2000)  # of the page's own time: how long the machine takes is its own
        expect_live(page)
        assert page.locator(".hand").inner_text() == hand
        page.clock.resume()
        play_one(page)
        page.close()
    complaints.clear()  # every refused knock on the door is an error to the browser


def test_a_person_signed_out_elsewhere_is_told(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    for session in Session.objects.all():
        if session.get_decoded().get("_auth_user_id") == str(ada.pk):
            session.delete()
    expect(page.locator("#link-state")).to_have_attribute("data-state", "signed-out", timeout=SLOW)
    expect(page.locator("#link-state")).to_contain_text("sign in")
