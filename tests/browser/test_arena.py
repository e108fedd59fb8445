"""A club officer makes an arena; three people play it, and the site pairs them by itself."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.tournaments.direct.board import board
from games.tournaments.export.whole import import_event
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.store import load_state
from tests.browser.people import (
    SLOW,
    a_page,
    apart,
    ask_from_menu,
    expect_live,
    fresh_name,
    log_in,
    serious,
    wait_until,
)
from tests.browser.test_tournament import press
from tests.support.clubs import make_club
from tests.support.events import act

pytestmark = pytest.mark.browser

AT_A_TABLE = re.compile(r"/matches/")


def make(page: Page, site: str, club: Any, name: str) -> Tournament:
    """Fill the form as a club's officer would, and let people in."""
    page.goto(f"{site}/clubs/{club.slug}/")
    page.get_by_role("button", name="Create an event").click()
    page.get_by_role("link", name="Death Frontline").click()
    page.locator("#id_format").select_option("arena")
    expect(page.locator("#id_minutes")).to_have_value("60")
    expect(page.locator("#id_rounds")).to_have_count(0)
    page.locator("#id_name").fill(name)
    page.locator("#id_minutes").fill("20")
    assert serious(page) == []
    press(page, "Create event")
    press(page, "Open registration")
    return Tournament.objects.get(name=name)


def get_ready(*pages: Page) -> None:
    """Be where the page leads by itself, and say that one is ready."""
    for page in pages:
        page.wait_for_url(AT_A_TABLE, timeout=SLOW)
        expect_live(page)
        page.get_by_role("button", name="I’m ready").click()
    for page in pages:
        expect(page.locator("#stage[data-version='0']")).to_have_count(0, timeout=SLOW)


def resign(page: Page) -> None:
    """Give the match up, and be sure."""
    ask_from_menu(page, "Resign")
    page.locator("#question [data-yes]").click()
    expect(page.locator("#result")).to_be_visible(timeout=SLOW)


def begin(officer: Page, other: Page, address: str) -> None:
    """Let two people join, and the officer start the arena and look on."""
    for page in (officer, other):
        page.goto(address)
        press(page, "Join event")
    officer.goto(f"{address}console/")
    press(officer, "Start event")
    officer.goto(address)


def come_late(page: Page, address: str) -> None:
    """Join while the others play: nobody is free yet."""
    page.goto(address)
    expect(page.locator("[data-left]")).to_have_text(re.compile(r"^1\d:\d\d$"))
    expect(page.get_by_text("1 table playing")).to_be_visible()
    assert serious(page) == []
    press(page, "Join event")
    expect(page.get_by_text("Finding your next opponent …")).to_be_visible()


def go_on(page: Page) -> None:
    """Go back from a finished table by the one link to the next opponent, on a phone."""
    expect(page.locator("#result")).to_be_visible(timeout=SLOW)
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("#result").scroll_into_view_if_needed()
    onwards = page.get_by_role("button", name="Next opponent")
    expect(onwards).to_be_in_viewport(ratio=1)
    onwards.click()
    page.set_viewport_size({"width": 1280, "height": 800})


def rest_a_while(page: Page) -> None:
    """Rest, and come back."""
    press(page, "Take a break")
    expect(page.get_by_role("heading", name="You’re taking a break")).to_be_visible()
    press(page, "Play on")


def read_the_standings(page: Page, address: str) -> None:
    """See one's own win in the standings, and why it counts so."""
    page.goto(f"{address}standings/")
    expect(page.locator("tr.is-me .score")).to_have_text("2", timeout=SLOW)
    page.locator("tr.is-me .why-button").click()
    expect(page.locator("#box")).to_contain_text("Points: 2")
    assert serious(page) == []


def see_the_end(page: Page, address: str, event: Tournament, officer: Any) -> None:
    """Watch the end come by itself: what is played then does not count."""
    before = scores(event)
    page.goto(address)
    seconds = round(load(event).ends_at - time.time())
    apart(act, event, officer, "move_end", seconds=5 - seconds)
    expect(page.get_by_role("heading", name="Podium")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("heading", name="The arena is over")).to_be_visible()
    assert scores(event) == before
    assert load(event).phase == "finished"


def fetch_the_files(page: Page, address: str) -> None:
    """Take the event home: the whole of it, and its standings."""
    data = json.loads(page.request.get(f"{address}export/event.json").text())
    assert [one.kind for one in import_event(data)][-1] == "finish"
    rows = page.request.get(f"{address}export/standings.csv").text().splitlines()
    assert rows[0].endswith("performance")
    assert len(rows) == 1 + 3


def test_an_arena_from_the_form_to_the_podium(new_context: Any, site: str) -> None:
    officer, other, late = (a_page(new_context) for _ in range(3))
    ada = log_in(officer.context, site, "ada")
    log_in(other.context, site, "bo")
    log_in(late.context, site, "chen")
    club = make_club(ada, name=fresh_name("Club of arenas "), joining="open")
    event = make(officer, site, club, fresh_name("arena "))
    address = f"{site}/tournaments/{event.code}/"
    begin(officer, other, address)

    # nobody clicks: the table opens, for the one who looked on as well
    get_ready(officer, other)
    expect(officer.locator("#stage")).to_have_attribute("data-stage", "live", timeout=SLOW)
    come_late(late, address)
    expect(officer.get_by_role("button", name="Next opponent")).to_be_hidden()

    # who has played goes back by one link, and meets somebody else
    resign(other)
    go_on(officer)
    other.get_by_role("button", name="Next opponent").click()
    late.wait_for_url(AT_A_TABLE, timeout=SLOW)
    wait_until(late, lambda: len(tables(event)) == 2)
    assert set(tables(event)[1]) != set(tables(event)[0])

    # who rests is not paired, and comes back; who is paired has a minute to get ready
    waits, partner = (other, officer) if playing(event, ada) else (officer, other)
    get_ready(late, partner)
    rest_a_while(waits)
    resign(partner)

    read_the_standings(late, address)
    viewer = a_page(new_context)
    see_the_end(viewer, address, event, ada)
    fetch_the_files(viewer, address)
    paired = DirectorAction.objects.filter(tournament=event, kind="pair_free")
    assert {one.actor_id for one in paired} == {None}


def load(event: Tournament) -> Any:
    """Return the state as it is now."""
    event.refresh_from_db()
    return load_state(event)


def tables(event: Tournament) -> list[tuple[int, ...]]:
    """Return who sat at which table so far."""
    return [table.seats for table in load(event).current.tables]


def playing(event: Tournament, user: Any) -> bool:
    """Tell whether somebody sits at a table that is not decided."""
    state = load(event)
    own = next(one.number for one in state.entries.values() if user.pk in one.players)
    table = state.current.table_of(own)
    return table is not None and not table.decided


def scores(event: Tournament) -> dict[int, str]:
    """Return everybody's points."""
    return {row.entry: row.shown_points for row in board(load(event))}
