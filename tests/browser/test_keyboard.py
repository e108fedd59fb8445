"""By keyboard alone, reading only what the accessibility tree says: matches, a replay, an event.

Nothing here clicks or looks for elements: Tab goes on until the tree names what is wanted, Enter
does it, and what happened is read from the tree.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.matches import store
from games.matches.models import Match
from games.registry import rules_for
from tests.browser.keyboard import focused, press
from tests.browser.people import apart, fresh_name, open_match, seated
from tests.replays.factories import stored_match
from tests.support.events import make_event
from tests.support.tables import act_for, first_legal, make_running, make_user

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

OVER = re.compile("The match is over|You have won")


def version(match: Match) -> int:
    match.refresh_from_db()
    return match.version


def wait_for(page: Page, match: Match) -> None:
    """Wait until the page shows the match as it is stored."""
    expect(page.locator("#stage")).to_have_attribute("data-version", str(version(match)))


def test_a_match_of_deadline_99_is_played_to_its_end(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo)
    open_match(page, site, match)
    while version(match) and match.status == Match.Status.RUNNING:
        wait_for(page, match)
        if match.seats.get(number=match.to_act).user == ada:
            _play_first_card(page, match)
        else:
            apart(lambda: act_for(match, bo, first_legal(match)))
    expect(page.get_by_role("heading", name=OVER)).to_be_visible()
    log = page.get_by_role("log", name="Log", exact=True).aria_snapshot()
    assert len(re.findall("listitem", log)) > 4


def _play_first_card(page: Page, match: Match) -> None:
    """Play the first card of the hand; of its choices the first; and mean it."""
    before = match.version
    page.keyboard.press("1")
    if "button" in focused(page) and page.get_by_role("dialog").count():
        page.keyboard.press("Enter")
    if page.get_by_role("alertdialog").count():
        press(page, r'button "Play it and go out"')
    expect(page.locator("#stage")).not_to_have_attribute("data-version", str(before))


def test_a_battle_of_death_frontline_is_fought_to_its_end(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_running, ada, bo, game="death_frontline", turn_seconds=300)
    open_match(page, site, match)
    wanted = ["Keep this hand", "Draw no card", "Offer the end", "Pass"]
    while version(match) and match.status == Match.Status.RUNNING:
        wait_for(page, match)
        if match.seats.get(number=match.to_act).user != ada:
            apart(lambda: act_for(match, bo, _peaceful(match)))
            continue
        offered = page.get_by_role("main").aria_snapshot()
        name = next(one for one in wanted if f'button "{one}"' in offered)
        press(page, f'button "{name}"')
        if name == "Offer the end":
            wanted.remove(name)
            press(page, 'button "Offer the end"')
        expect(page.locator("#stage")).not_to_have_attribute("data-version", str(match.version))
    expect(page.get_by_role("heading", name=OVER)).to_be_visible()
    assert match.result["reason"] == "agreement"


def _peaceful(match: Match) -> Any:
    """Return what somebody does who wants the battle to end."""
    legal = rules_for(match.game).legal_actions(store.load_position(match).state, match.to_act)
    for kind in ("keep", "offer_end", "skip_draw", "pass"):
        for action in legal:
            if action["type"] == kind:
                return action
    raise AssertionError(legal)


def test_a_round_of_zombie_rummy_is_played_to_its_end(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    match = stored_match("zombie_rummy", 4, users={2: ada}, plies=49)
    open_match(page, site, match)
    press(page, 'button "Take several discards')
    _done(page, match, 'button "Take 2 cards')
    _lay(page, match, ["Shotgun 1", "Shotgun 1", "Chair 1"], "Lay on the zombie on your brain")
    _lay(page, match, ["Chainsaw 4", "Chainsaw 4", "Chair 4"], "Lay on your zombie")
    _lay(page, match, ["Zombie gang"], "Make .* a horde")
    _lay(page, match, ["Shotgun 3"], "Discard and go out")
    expect(page.get_by_role("heading", name=OVER)).to_be_visible()
    log = page.get_by_role("log", name="Log", exact=True).aria_snapshot()
    assert f"{ada.username} goes out" in log


def _lay(page: Page, match: Match, cards: list[str], move: str) -> None:
    """Select cards of the hand, then do what is offered for them."""
    for card in cards:
        press(page, rf'button "{card}"(?! \[pressed)')
    _done(page, match, f'button "{move}"')


def _done(page: Page, match: Match, wanted: str) -> None:
    """Press a control, and wait until the page shows what came of it."""
    before = version(match)
    press(page, wanted)
    expect(page.locator("#stage")).not_to_have_attribute("data-version", str(before))


def test_a_replay_is_stepped_to_its_end(page: Page, site: str) -> None:
    match = stored_match("zombie_rummy", 3, code="keyed")
    page.goto(f"{site}/replays/keyed/?ply={match.ply - 3}&as=all&open=1")
    for ply in range(match.ply - 2, match.ply + 1):
        press(page, 'button "On"')
        expect(page.get_by_role("status")).to_contain_text([f"Ply {ply} of {match.ply}"])
    assert focused(page) == '- button "On" [disabled]'
    assert "wins" in page.get_by_role("list", name="Log").aria_snapshot()


def test_somebody_enters_an_event_and_leaves_it_again(new_context: Any, site: str) -> None:
    [(page, _)] = seated(new_context, site, 1)
    organiser = make_user(fresh_name("organiser"))
    event = apart(make_event, organiser, name=fresh_name("Evening "))
    page.goto(f"{site}/tournaments/{event.code}/")
    press(page, 'button "Join the event"')
    expect(page.get_by_role("heading", name="You are entered")).to_be_visible()
    press(page, 'button "Leave the event"')
    expect(page.get_by_role("heading", name="You are entered")).to_have_count(0)
