"""A director announces something: who plays reads it at the table, the others on their pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.tournaments.models import Tournament
from tests.browser.people import (
    a_page,
    apart,
    expect_live,
    fresh_name,
    log_in,
    open_match,
    seated,
    serious,
    wait_until,
)
from tests.browser.test_tournament import press, press_it
from tests.support.clubs import make_club
from tests.support.events import act, begin, make_event
from tests.support.tables import sit_down

pytestmark = pytest.mark.browser

LATE = "Round 2 begins ten minutes late."
PIZZA = "Pizza is here <b>now</b>."
PHONE = {"viewport": {"width": 360, "height": 640}}
IN_REACH = """() => {
    const cards = [...document.querySelectorAll(".hand > .card")];
    cards[0]?.scrollIntoView({ block: "nearest" });
    return cards.length === 5 && cards.every((card) => {
        const box = card.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return card.contains(document.elementFromPoint(x, y));
    });
}"""
MOVES = """() => {
    const [hand, pinned] = [".hand", "#pinned"].map((one) => document.querySelector(one));
    const before = hand.getBoundingClientRect().top;
    pinned.hidden = true;
    const after = hand.getBoundingClientRect().top;
    pinned.hidden = false;
    return after - before;
}"""


def first_round(director: Any, *people: Any) -> Tournament:
    """Return a club's event in whose first round these people are to play each other."""
    club = make_club(director, name=fresh_name("Club of words "))
    about = {"name": fresh_name("evening "), "turn_seconds": 86400}
    event = make_event(director, club, format="swiss", **about)
    for one in people:
        act(event, director, "register", players=[one.pk], by_organiser=True)
    begin(event, director)
    return event


def announce(console: Page, words: str) -> None:
    """Announce `words` from the console."""
    console.get_by_role("heading", name="Announcements").click()
    console.get_by_label("Message to everyone in the event").fill(words)
    press(console, "Announce")


def is_read_and_put_away_at_the_table(player: Page) -> None:
    """At the table, which nobody leaves, nothing moves and no card is covered."""
    pinned = player.locator("#pinned")
    expect(pinned).to_contain_text(LATE)
    expect(player.locator("#toasts > *")).to_have_count(0)
    assert player.evaluate(MOVES) == 0
    player.wait_for_function(IN_REACH)
    assert serious(player) == []
    pinned.get_by_role("button", name="Dismiss announcement").click()
    expect(pinned).to_have_text("")
    expect_live(player)
    player.reload()
    expect_live(player)
    expect(pinned).to_have_text("")


def test_what_a_director_announces_is_read_by_all_where_they_are(
    new_context: Any, site: str
) -> None:
    console, hall = a_page(new_context), a_page(new_context)
    ada = log_in(console.context, site, "ada")
    [(player, bo), (other, chen)] = seated(new_context, site, **PHONE)
    event = apart(first_round, ada, bo, chen)
    wait_until(console, event.tables.exists)  # which the site may have opened
    address, match = f"{site}/tournaments/{event.code}/", event.tables.get().match
    apart(sit_down, match, bo, chen)
    open_match(player, site, match)
    other.goto(address)
    hall.goto(f"{address}hall/")
    expect(other.locator("#heartbeat[datetime]")).to_be_attached()  # and rings are heard
    console.goto(f"{address}console/")
    assert serious(console) == []
    announce(console, LATE)
    expect(console.locator(".announced__all")).to_contain_text(LATE)

    is_read_and_put_away_at_the_table(player)

    # on pages that were open, by the bell too; and on the hall's screen
    expect(other.locator("#toasts")).to_contain_text(LATE)
    expect(other.locator(".announced .notice")).to_contain_text(LATE)
    expect(hall.locator(".announced .notice")).to_contain_text(f"{LATE}{ada.username}")
    assert serious(other) == []

    # another one, which is text alone; taken back it goes from everywhere by itself
    announce(console, PIZZA)
    pinned = player.locator("#pinned")
    expect(pinned).to_contain_text(PIZZA)
    expect(other.locator(".announced .notice")).to_contain_text(PIZZA)
    expect(other.locator("#announced-before")).to_contain_text("1 earlier announcement")
    console.get_by_role("heading", name="Announcements").click()
    press_it(console, console.get_by_role("button", name=re.compile("Retract.*Pizza")))
    expect(console.locator(".journal")).to_contain_text("An announcement was removed.")
    expect(pinned).to_have_text("")
    for page in (other, hall):
        expect(page.locator(".announced")).not_to_contain_text(PIZZA)
        expect(page.locator(".announced .notice")).to_contain_text(LATE)
