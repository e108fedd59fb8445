"""By keyboard alone, reading only what the accessibility tree says: matches, a replay, an event.

Nothing here clicks or looks for elements: Tab goes on until the tree names what is wanted, Enter
does it, and what happened is read from the tree. (What is found otherwise is only waited for.)
Each match is played from the deal to the result.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.contract import Action
from games.matches.models import Match
from games.matches.phrases import card_text
from games.rules.death_frontline.field_events import cell_name
from games.tournaments.store import load_state
from tests.browser.keyboard import (
    expect_heading,
    focused,
    press,
    step_to,
    tab_to,
)
from tests.browser.people import apart, fresh_name, open_match, seated, serious, wait_until
from tests.replays.factories import sample, stored_match
from tests.support.events import make_event
from tests.support.tables import act_for, first_legal, make_running, make_user

pytestmark = pytest.mark.browser

OVER = re.compile("The match is over|You won|You lost|A draw")


def at_version(page: Page, match: Match) -> None:
    """Wait until the page shows the match as it is stored now."""
    match.refresh_from_db()
    expect(page.locator("#stage")).to_have_attribute("data-version", str(match.version))


def moved_on(page: Page, match: Match) -> None:
    """Wait until the page shows more than was stored before an action."""
    expect(page.locator("#stage")).not_to_have_attribute("data-version", str(match.version))
    at_version(page, match)


def test_a_match_of_deadline_99_is_played_to_its_end(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    while match.status == Match.Status.RUNNING:
        at_version(page, match)
        if match.seats.get(number=match.to_act).user == ada:
            _play_first_card(page, match)
        else:
            apart(lambda: act_for(match, bo, first_legal(match)))
    expect_heading(page, OVER)
    log = page.get_by_role("log", name="Log", exact=True).aria_snapshot()
    assert len(re.findall("listitem", log)) > 4


def _play_first_card(page: Page, match: Match) -> None:
    """Play the first card of the hand; of its choices the first; and mean it."""
    page.keyboard.press("1")
    if "button" in focused(page) and page.get_by_role("dialog").count():
        page.keyboard.press("Enter")
    if page.get_by_role("alertdialog").count():
        press(page, 'button "Play anyway"')
    moved_on(page, match)


def stored(game: str, number: int, seat: int, page_owner: Any) -> tuple[Match, dict[int, Any]]:
    """Return a sample record's match before its first ply, and who sits where: people all."""
    count = len(sample(game, number)[0].seats)
    users = {each: make_user(fresh_name("p")) for each in range(count)} | {seat: page_owner}
    return stored_match(game, number, users=users, plies=0), users


def others_play(match: Match, users: dict[int, Any], number: int, seat: int) -> Action | None:
    """Let the others play as in the record; return what `seat` does next, None at the end."""
    for entry in sample(match.game, number)[0].entries[match.ply :]:
        if entry["seat"] == seat:
            return entry["action"]
        act_for(match, users[entry["seat"]], entry["action"])
    return None


def test_a_battle_of_death_frontline_is_fought_to_its_end(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    match, users = stored("death_frontline", 2, 0, ada)
    open_match(page, site, match)
    while action := apart(others_play, match, users, 2, 0):
        at_version(page, match)
        _fight(page, match, action)
        moved_on(page, match)
    at_version(page, match)
    expect_heading(page, OVER)
    assert match.result["reason"] == "out_of_cards"


SAID = {"keep": "Keep this hand", "pass": "Pass", "swap_draw": "Discard and draw"}


def _fight(page: Page, match: Match, action: Action) -> None:
    """Choose what the action names, a card or the cells, and then what is offered."""
    if "card" in action:
        press(page, f'button "{card_text(action["card"], match.rules)}')
    if "to" in action:
        step_to(page, cell_name(tuple(action["to"])))
        page.keyboard.press("Enter")
    elif action["type"] == "attack":
        _attack(page, action)
    else:
        press(page, f'button "{SAID[action["type"]]}"')


def _attack(page: Page, action: Action) -> None:
    """Choose the target, which proposes the fewest troops that destroy it; let one advance."""
    tab_to(page, 'button "[A-E][1-7]')
    step_to(page, cell_name(tuple(action["target"])))
    page.keyboard.press("Enter")
    assert "The target is destroyed" in page.get_by_role("main").aria_snapshot()
    tab_to(page, 'radio "no one"')
    for _ in action["from"]:
        if f'radio "{cell_name(tuple(action["advance"]))}"' not in focused(page):
            page.keyboard.press("ArrowDown")
    assert "[checked]" in focused(page)
    press(page, 'button "Attack"')


def test_a_match_of_zombie_rummy_is_played_to_its_end(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    match, users = stored("zombie_rummy", 4, 2, ada)
    open_match(page, site, match)
    first = True
    while action := apart(others_play, match, users, 4, 2):
        at_version(page, match)
        if action["type"] == "draw":
            _draw(page, action)
        else:
            if first:
                _select_what_does_not_fit(page)
            first = False
            _lay(page, match, action, users)
        moved_on(page, match)
        if page.get_by_role("dialog", name="Scores").count():
            page.keyboard.press("Escape")
    at_version(page, match)
    expect_heading(page, "You won")
    log = page.get_by_role("log", name="Log", exact=True).aria_snapshot()
    assert f"{ada.username} goes out" in log


def _select_what_does_not_fit(page: Page) -> None:
    """Select two cards that cannot be laid, hear so, and let go of them."""
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(page.get_by_text("You can’t lay these cards together right now.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", pressed=True)).to_have_count(0)


def _draw(page: Page, action: Action) -> None:
    if action["from"] == "deck":
        press(page, 'button "Draw a card"')
    elif action["count"] == 1:
        press(page, 'button "Take ')
    else:
        press(page, 'button "Take more')
        press(page, f'button "Take {action["count"]} cards')


LAID = {
    "attack": "Attack",
    "discard": "Discard(,| and)",
    "gang": "Turn .* into a horde",
    "lock": "Lock your brain",
    "meld": "Lay on",
    "nuke": "Nuke yourself",
    "place": "Place on your table",
}


def _lay(page: Page, match: Match, action: Action, users: dict[int, Any]) -> None:
    """Select cards of the hand, then do what is offered for them; a nuke asks once more."""
    rules = match.rules
    kind = {"attack": "zombie", "lock": "zombie", "gang": "gang", "nuke": "nuke"}
    cards = action.get("cards") or [action.get("card") or kind[action["type"]]]
    for code in cards:
        press(page, rf'button "{card_text(code, rules)}"(?! \[pressed)')
    whom = f' {users[action["seat"]].username}"' if action["type"] == "attack" else ""
    press(page, f'button "{LAID[action["type"]]}{whom}')
    if action["type"] == "nuke":
        press(page, 'button "Nuke yourself"')


def test_a_replay_is_stepped_to_its_last_ply_and_back(page: Page, site: str) -> None:
    match = stored_match("deadline_99", 0, code="keyed")
    page.goto(f"{site}/replays/keyed/")
    page.evaluate("window.sameDocument = true")
    at = page.get_by_role("status")
    tab_to(page, 'button "Next"')
    for ply in range(1, match.ply + 1):
        page.keyboard.press("Enter")
        expect(at).to_contain_text([re.compile(rf"^Move {ply}\b")])
    wait_until(page, lambda: focused(page) == 'button "Next" [disabled]')
    assert "wins" in page.get_by_role("list", name="Log").aria_snapshot()
    for key, words in {"ArrowLeft": f"Move {match.ply - 1}", "Home": "The deal|Move 0"}.items():
        page.keyboard.press(key)
        expect(at).to_contain_text([re.compile(words)])
    assert page.evaluate("window.sameDocument") is True
    assert serious(page) == []


def test_somebody_enters_an_event_and_leaves_it_again(new_context: Any, site: str) -> None:
    [(page, _)] = seated(new_context, site, 1)
    organiser = make_user(fresh_name("organiser"))
    event = apart(make_event, organiser, name=fresh_name("Evening "))
    page.goto(f"{site}/tournaments/{event.code}/")
    press(page, 'button "Join event"')
    expect_heading(page, "You’re in")
    event.refresh_from_db()
    assert re.fullmatch("[0-9a-f]{32}", load_state(event).entries[1].contribution)
    press(page, 'button "Leave event"')
    expect(page.get_by_role("heading", name="You’re in")).to_have_count(0)
