"""An event is broadcast: a commentator draws and writes, a visitor follows, a stream shows it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.broadcasts.models import Drawing, Show
from games.broadcasts.services.broadcast import broadcast_end
from games.tournaments.models import Tournament
from replays.models import Comment
from tests.browser.people import a_page, apart, fresh_name, log_in, serious, wait_until
from tests.gallery.visit import excess
from tests.support.clubs import make_club
from tests.support.events import begin, enter_bots, make_event

pytestmark = pytest.mark.browser


def event_of(director: Any) -> Tournament:
    """Return an event of two bots, whose game isn't over soon."""
    club = make_club(director, name=fresh_name("Club "))
    event = make_event(director, club, format="swiss", game="zombie_rummy")
    enter_bots(event, director, 2)
    return event


def on_show(page: Page, event: Tournament, ply: int) -> Show:
    """Let the delay be over until so much of the match has been shown, and no longer."""
    shows = Show.objects.filter(broadcast__tournament=event)
    wait_until(page, lambda: shows.filter(starts_at__isnull=False).exists())
    starts_at = shows.get().starts_at
    assert starts_at is not None
    shows.update(starts_at=starts_at - timedelta(minutes=5))
    wait_until(page, lambda: shows.filter(ply__gte=ply).exists())
    shows.update(starts_at=starts_at)
    return shows.select_related("match", "broadcast").get()


def shows_ply(page: Page, least: int) -> None:
    """Wait until a page has followed so far."""
    page.wait_for_function(
        "(ply) => Number(document.getElementById('replay').dataset.ply) >= ply", arg=least
    )


def test_an_event_is_broadcast_and_commented_on(new_context: Any, site: str) -> None:
    calm = {"reduced_motion": "reduce"}  # the bots play faster than anybody could watch
    director, commentator = a_page(new_context), a_page(new_context, **calm)
    visitor = a_page(new_context, viewport={"width": 360, "height": 640}, **calm)
    ada = log_in(director.context, site, "directs")
    com = log_in(commentator.context, site, "comments")
    event = apart(event_of, ada)
    director.goto(f"{site}/broadcasts/of/{event.code}/")
    director.get_by_label("How much later").fill("5")
    director.get_by_label("Minutes or rounds").select_option("minutes")
    director.get_by_role("button", name="Start broadcast").click()
    director.get_by_label("Add a commentator").fill(com.username)
    director.get_by_role("button", name="Add").click()
    expect(director.get_by_role("link", name=com.username)).to_be_visible()
    assert serious(director) == []
    apart(begin, event, ada)
    visitor.goto(f"{site}/broadcasts/of/{event.code}/")
    visitor.get_by_role("button", name="Watch").click()
    expect(visitor.locator("#on-show")).to_contain_text("from")
    show = on_show(visitor, event, 3)
    visitor.reload()
    visitor.get_by_role("link", name="Table 1").click()
    commentator.goto(f"{site}/broadcasts/{show.broadcast.code}/{show.match.code}/")
    shows_ply(commentator, 3)
    shows_ply(visitor, 3)
    commentator.get_by_role("button", name="Draw on table").click()
    commentator.locator("#piles").click(force=True)
    wait_until(commentator, Drawing.objects.filter(show=show).exists)
    expect(visitor.locator("#marks circle")).to_have_count(1)
    commentator.get_by_label("Your comment on this position").fill("Nobody saw that coming.")
    commentator.get_by_role("button", name="Comment", exact=True).click()
    wait_until(commentator, Comment.objects.filter(match=show.match).exists)
    expect(visitor.locator("#air")).to_contain_text("Nobody saw that coming.")
    expect(commentator.get_by_label("Your comment on this position")).to_have_value("")
    visitor.get_by_role("button", name="Go to start").click()
    expect(visitor.locator("#replay")).to_have_attribute("data-ply", "0")
    visitor.get_by_role("button", name="To newest move").click()
    shows_ply(visitor, 3)
    assert serious(visitor) == []
    assert excess(visitor) == 0
    stream = a_page(new_context, viewport={"width": 1920, "height": 1080}, **calm)
    stream.goto(f"{site}/broadcasts/{show.broadcast.code}/stream/?table=1")
    expect(stream.locator("#stage")).to_be_visible()
    transparent = "getComputedStyle(document.body).backgroundColor"
    assert stream.evaluate(transparent) == "rgba(0, 0, 0, 0)"
    assert stream.evaluate("document.documentElement.scrollHeight") <= 1080
    apart(broadcast_end, tournament=event)
