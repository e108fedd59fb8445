"""Times in the reader's own zone: what a director types is what is meant, everywhere."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import a_page, apart, fresh_name, log_in, open_match
from tests.support.clubs import make_club
from tests.support.events import make_event
from tests.support.tables import make_running, make_user

pytestmark = pytest.mark.browser

TAIPEI, BERLIN = "Asia/Taipei", "Europe/Berlin"
TYPED = "2026-07-04T19:30"
MEANT = datetime(2026, 7, 4, 17, 30, tzinfo=UTC)


def begins(page: Page) -> Any:
    return page.locator("dt", has_text="Starts").locator("xpath=following-sibling::dd[1]")


def test_a_director_types_a_time_of_their_own_zone(new_context: Any, site: str) -> None:
    page = a_page(new_context, timezone_id=BERLIN)
    tai = log_in(page.context, site, "tai")
    event = apart(make_event, tai, make_club(tai, name=fresh_name("Owls")))
    page.goto(f"{site}/tournaments/{event.code}/settings/")
    field = page.locator("#id_starts_at")
    expect(page.locator(".field", has=field)).to_contain_text("Time zone: Central European Time")
    field.fill(TYPED)
    with page.expect_response(lambda answer: "starts_at=2026-07-04T17%3A30" in answer.url):
        page.locator("#id_format").select_option("swiss")
    expect(page.locator("#id_fewest")).to_have_count(0)  # the form was drawn anew
    expect(field).to_have_value(TYPED)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/console/")
    event.refresh_from_db()
    assert event.starts_at == MEANT
    page.goto(f"{site}/tournaments/{event.code}/settings/")
    expect(field).to_have_value(TYPED)
    page.goto(f"{site}/tournaments/{event.code}/")
    expect(begins(page)).to_have_text("Jul 4, 2026, 7:30 PM")


@pytest.mark.parametrize(
    ("options", "shown", "leaf"),
    [
        ({"timezone_id": TAIPEI}, "Jul 5, 2026, 1:30 AM", "Jul5"),
        ({"timezone_id": BERLIN, "locale": "en-GB"}, "4 Jul 2026, 19:30", "Jul4"),
        ({"timezone_id": TAIPEI, "locale": "zh-TW"}, "2026年7月5日 凌晨1:30", "7月5"),
        ({"java_script_enabled": False}, "July 4, 2026, 5:30 p.m. UTC", "Jul4"),
    ],
)
def test_everybody_reads_a_time_of_their_own_zone(
    new_context: Any, site: str, options: dict[str, Any], shown: str, leaf: str
) -> None:
    starts_at = datetime(2026, 7, 4, 17, 30, tzinfo=UTC)
    event = apart(
        make_event, make_user(fresh_name("host")), starts_at=starts_at, name=fresh_name("cup")
    )
    page = a_page(new_context, **options)
    page.goto(f"{site}/tournaments/{event.code}/")
    told = page.locator(f"time[datetime='{starts_at.isoformat()}']")
    for at in range(told.count()):
        expect(told.nth(at)).to_have_text(shown)
    assert told.count()
    page.goto(f"{site}/tournaments/")
    card = page.locator(".event-card", has_text=event.name)
    expect(card.locator(".date-leaf")).to_have_text(leaf)


@pytest.mark.parametrize(
    ("locale", "left"), [("en-GB", "2d 23h"), ("zh-TW", "2 天 23 小時"), ("zh-CN", "2天 23小时")]
)
def test_a_turn_of_days_is_counted_in_days(
    new_context: Any, site: str, locale: str, left: str
) -> None:
    players = apart(make_user, fresh_name("ada")), apart(make_user, fresh_name("bo"))
    match = apart(make_running, *players, turn_seconds=3 * 86_400)
    page = a_page(new_context, locale=locale)
    open_match(page, site, match)
    expect(page.locator("[data-deadline] [data-time]").first).to_have_text(left)
