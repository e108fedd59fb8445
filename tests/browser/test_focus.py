"""Where the focus goes by keyboard when what had it is gone, and that it is seen wherever it is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keyboard import focused, press, step_to, tab_to
from tests.browser.people import apart, expect_turn, open_match, seated, wait_until
from tests.replays.factories import sample, stored_match
from tests.support.tables import act_for, make_running, make_table

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 640}
# The ring lies outside its control: on what stands behind the control's parent.
RING = """() => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const light = (colour) => rgba(colour).slice(0, 3).map((part) => part / 255)
        .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const at = document.activeElement;
    let behind = at.parentElement;
    while (rgba(getComputedStyle(behind).backgroundColor)[3] < 255) behind = behind.parentElement;
    const both = [getComputedStyle(at).outlineColor, getComputedStyle(behind).backgroundColor];
    const [dark, bright] = both.map(light).sort((one, other) => one - other);
    return (bright + 0.05) / (dark + 0.05);
}"""
COVERED = """() => {
    const box = document.activeElement.getBoundingClientRect();
    const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !seen || !document.activeElement.parentElement.contains(seen);
}"""


def has_focus(page: Page, wanted: str) -> None:
    """Wait until something whose role and name match has the focus."""
    wait_until(page, lambda: bool(re.search(wanted, focused(page))))


def test_from_the_shuffle_to_the_result_the_focus_stays_at_the_table(
    new_context: Any, site: str
) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    match = apart(make_table, ada, seats=2, bots=["novice"])
    open_match(page, site, match)
    press(page, 'button "I’m ready"')
    expect_turn(page)
    has_focus(page, '^region "Table":$')
    page.keyboard.press("Tab")
    press(page, 'button "Match menu"')
    press(page, 'button "Resign"')
    press(page, 'button "Resign"')
    has_focus(page, 'region "You resigned"')


def test_after_one_bot_the_next_seat_has_the_focus(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    open_match(page, site, apart(make_table, ada, seats=3))
    press(page, r'button "Add a bot: Otto · Club \(Seat 2\)"')
    has_focus(page, r'button "Add a bot: .+ \(Seat 3\)"')
    press(page, r'button "Add a bot: Otto · Club \(Seat 3\)"')
    has_focus(page, 'button "I’m ready"')


def test_a_drawn_card_has_the_focus_and_up_and_down_lead_to_what_is_done_with_it(
    new_context: Any, site: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    open_match(page, site, apart(make_running, bo, ada, game="zombie_rummy"))
    cards = page.get_by_label("Your hand", exact=True)  # not "Sets in your hand"
    hand = cards.get_by_role("button")
    before = hand.evaluate_all("all => all.map((one) => one.id)")
    hand.first.focus()
    page.keyboard.press("ArrowUp")
    assert focused(page) == 'button "Draw a card"'
    page.keyboard.press("Enter")
    expect(hand).to_have_count(len(before) + 1)
    wait_until(page, lambda: page.evaluate("document.activeElement.id") not in ["", *before])
    page.keyboard.press("1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(hand.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    press(page, 'button "Discard, end turn"')
    expect(hand).to_have_count(len(before))
    left = page.get_by_label("Your hand").locator(":focus")  # a card, or a set in your hand
    expect(left).to_have_count(1)


def test_a_swapped_hand_has_the_focus_that_the_old_one_had(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    swap, entry = next(
        (at, one)
        for at, one in enumerate(sample("deadline_99", 0)[0].entries)
        if one["action"].get("card", "").startswith("7")
    )
    match = stored_match("deadline_99", 0, users={entry["seat"]: ada}, plies=swap)
    open_match(page, site, match)
    hand = page.get_by_label("Your hand")
    hand.get_by_role("button").first.focus()
    before = page.locator(f"#stage[data-version='{match.version}']")
    expect(before).to_have_count(1)
    apart(act_for, match, ada, entry["action"])
    expect(before).to_have_count(0)  # the next may have moved, too: a bot of the record's table
    expect(hand.locator(":focus")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_ring_round_what_has_the_focus_is_seen_on_every_ground(
    new_context: Any, site: str, scheme: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site, color_scheme=scheme)
    open_match(page, site, apart(make_table, ada, seats=2))
    for control in ("Leave table", "Copy link", "Invite"):
        tab_to(page, f'button "{control}')
        assert page.evaluate(RING) >= 3, control
    match = apart(make_running, ada, bo)
    apart(act_for, match, bo, {"type": "resign"})
    open_match(page, site, match)
    for control in ("Play again", "Watch replay"):
        tab_to(page, f'button "{control}')
        assert page.evaluate(RING) >= 3, control


def test_on_a_phone_the_hand_covers_no_cell_that_has_the_focus(new_context: Any, site: str) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site, viewport=PHONE)
    open_match(page, site, apart(make_running, ada, bo, game="death_frontline"))
    tab_to(page, 'button "[A-D][1-7]')
    for row in range(1, 8):
        step_to(page, f"A{row}")
        assert not page.evaluate(COVERED), row


def test_on_a_phone_the_hand_covers_no_pile_that_has_the_focus(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=PHONE)
    match = stored_match("zombie_rummy", 7, users={1: ada}, plies=91, code="thirtyone")
    open_match(page, site, match)
    for wanted in ('button "Scores"', 'button "Draw a card"'):
        tab_to(page, wanted)
        assert not page.evaluate(COVERED), wanted
