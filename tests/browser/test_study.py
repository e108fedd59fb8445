"""People study matches together: one leads, others follow, look round, answer tasks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from replays.services.study import study_lead, study_open
from tests.browser.people import SLOW, a_page, apart, log_in, seated, serious, wait_until
from tests.gallery.visit import excess
from tests.replays.factories import stored_match

pytestmark = pytest.mark.browser


def at(page: Page, ply: int) -> None:
    """Wait until the table of `page` shows `ply`."""
    expect(page.locator("#replay")).to_have_attribute("data-ply", str(ply), timeout=SLOW)


def test_one_leads_and_the_other_follows_looks_around_and_comes_back(
    new_context: Any, site: str
) -> None:
    apart(stored_match, "deadline_99", 4, code="studied")
    leader, follower = (
        a_page(new_context),
        a_page(new_context, viewport={"width": 360, "height": 640}),
    )
    log_in(leader.context, site, "lead")
    bo = log_in(follower.context, site, "follow")
    leader.goto(f"{site}/replays/studied/?ply=3&as=1")
    leader.locator("#share > summary").click()
    leader.get_by_role("button", name="Open a study room").click()
    expect(leader.locator("#study")).to_contain_text("You’re leading")
    link = leader.locator("#study").get_attribute("data-room-url")  # what "Copy link" copies
    follower.goto(f"{site}{link}")
    at(follower, 3)
    expect(leader.locator("#study")).to_contain_text(bo.username, timeout=SLOW)
    for page in (leader, follower):  # a push of the strip takes it from nobody
        expect(page.locator("#study [data-copy]")).to_be_visible()
    leader.keyboard.press("ArrowRight")
    at(follower, 4)
    leader.locator("#eyes-2").click()
    expect(follower.locator("#eyes-2")).to_have_attribute("aria-current", "true", timeout=SLOW)
    follower.keyboard.press("ArrowLeft")
    at(follower, 3)
    leader.keyboard.press("ArrowRight")
    expect(follower.locator("#study")).to_contain_text("move 5", timeout=SLOW)
    at(follower, 3)
    assert serious(follower) == []
    follower.locator("#study-follow").click()
    at(follower, 5)
    leader.get_by_role("button", name="Hand over").click()
    expect(follower.locator("#study")).to_contain_text("You’re leading", timeout=SLOW)
    follower.keyboard.press("End")
    expect(leader.locator("#log")).to_contain_text("wins", timeout=SLOW)


def test_a_step_pressed_while_one_is_taken_along_is_a_step_of_ones_own(
    new_context: Any, site: str
) -> None:
    [(page, _), (leads, lead)] = seated(new_context, site)
    match = apart(stored_match, "deadline_99", 6)
    study = apart(study_open, match=match, user=lead, ply=3, eyes="all")
    leads.goto(f"{site}/replays/study/{study.code}/")
    held: list[Route] = []
    page.goto(f"{site}/replays/study/{study.code}/")
    at(page, 3)
    page.route(re.compile(r"[?&]ply=4\b"), lambda route: held.append(route))
    apart(study_lead, code=study.code, user=lead, ply=4, eyes="all")
    wait_until(page, lambda: bool(held))
    page.keyboard.press("End")
    held[0].continue_()
    at(page, match.ply)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for ply in (5, 6):
        apart(study_lead, code=study.code, user=lead, ply=ply, eyes="all")
        expect(page.locator("#study")).to_have_attribute("data-ply", str(ply))
    at(page, match.ply)
    assert not [url for url in asked if "ply=" in url]


def test_who_begins_to_lead_takes_all_along_to_where_they_are(new_context: Any, site: str) -> None:
    match = apart(stored_match, "deadline_99", 6)
    leader, other = a_page(new_context), a_page(new_context, viewport={"width": 360, "height": 640})
    lead = log_in(leader.context, site, "Featherstonehaugh.of.Cho")
    log_in(other.context, site, "looksround")
    study = apart(study_open, match=match, user=lead, ply=3, eyes="all")
    for page in (leader, other):
        page.goto(f"{site}/replays/study/{study.code}/")
        at(page, 3)
    other.keyboard.press("End")
    at(other, match.ply)
    leader.get_by_role("button", name="Hand over").click()
    at(leader, match.ply)
    expect(other.locator("#study")).to_contain_text("Hand over", timeout=SLOW)
    assert excess(other) <= 0


def test_a_task_is_answered_on_the_table_and_all_see_the_answers_at_once(
    new_context: Any, site: str
) -> None:
    match = apart(stored_match, "deadline_99", 6)
    owner, phone = a_page(new_context), a_page(new_context, viewport={"width": 390, "height": 664})
    wide = a_page(new_context)
    ada = log_in(owner.context, site, "asks")
    people = {phone: log_in(phone.context, site, "one"), wide: log_in(wide.context, site, "two")}
    study = apart(study_open, match=match, user=ada, ply=9, eyes="all")
    for page in (owner, *people):
        page.goto(f"{site}/replays/study/{study.code}/")
        at(page, 9)
    for page in people:
        expect(page.locator("#study-follow")).to_contain_text("Following", timeout=SLOW)
    owner.locator("#study-edit > summary").click()
    owner.get_by_label("Question or hint").fill("Who is next?")
    owner.get_by_role("button", name="Set task").click()
    for page, number in ((phone, 1), (wide, 2)):
        expect(page.locator("#study")).to_contain_text("Who is next?", timeout=SLOW)
        card = page.locator("#stage [data-action]:visible, #stage [popovertarget]:visible").first
        expect(card).to_be_in_viewport(timeout=SLOW)
        card.click()
        if page.locator("[popover]:popover-open [data-action]").count():
            page.locator("[popover]:popover-open [data-action]").first.click()
        expect(page.locator("#study")).to_contain_text("Your answer:", timeout=SLOW)
        expect(owner.locator("#study")).to_contain_text(f"{number} answer", timeout=SLOW)
        assert serious(page) == []
        assert excess(page) <= 0
    owner.keyboard.press("ArrowRight")
    at(owner, 10)
    wide.keyboard.press("ArrowRight")
    for page in people:
        expect(page.locator(".tally")).to_have_count(0)
        at(page, 9)
    owner.keyboard.press("ArrowLeft")
    at(owner, 9)
    owner.get_by_role("button", name="Show answers").first.click()
    for page in (owner, *people):
        for person in people.values():
            expect(page.locator(".tally")).to_contain_text(person.username, timeout=SLOW)
    owner.keyboard.press("ArrowRight")
    for page in (owner, *people):
        at(page, 10)
