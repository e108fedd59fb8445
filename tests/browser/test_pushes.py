"""What a push leaves alone, focus and half-typed text; and what it says: each sentence once."""

from __future__ import annotations

import re
from collections import Counter
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine.contract import Action
from games.matches.models import Match
from games.matches.phrases import card_text
from games.matches.services.table_seats import table_sit
from replays.services.study import study_lead, study_open
from tests.browser.people import SLOW, apart, expect_live, open_match, seated, wait_until
from tests.replays.factories import sample, stored_match
from tests.support.tables import act_for, make_table

pytestmark = pytest.mark.browser

TIME_LEFT = re.compile(r"\d+(:\d\d)+|–|\s+")

# Writes down what a screen reader would be told: text that comes into a live region.
LISTEN = """() => {
    const LIVE = "[aria-live], [role=log], [role=status], [role=alert], output";
    window.said = [];
    const note = (text) => text.trim() && said.push(text.trim().replace(/\\s+/g, " "));
    const hear = ({ type, target, addedNodes }) => {
        const region = (target.closest ? target : target.parentElement)?.closest(LIVE);
        if (!region || region.ariaLive === "off") return;
        if (type === "characterData") note(target.data);
        else for (const node of addedNodes) note(node.textContent);
    };
    new MutationObserver((all) => all.forEach(hear))
        .observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def at_version(page: Page, match: Match) -> None:
    """Wait until the page shows the match as it is stored now."""
    match.refresh_from_db()
    expect(page.locator("#stage")).to_have_attribute("data-version", str(match.version))


@pytest.mark.parametrize(
    ("game", "first", "last"),
    [("deadline_99", 2, 6), ("zombie_rummy", 32, 36), ("death_frontline", 4, 10)],
)
def test_a_push_leaves_the_focus_and_says_what_happened_once(
    new_context: Any, site: str, game: str, first: int, last: int
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = stored_match(game, 0, users={0: ada, 1: bo}, plies=first - 1)
    open_match(page, site, match)
    lines = page.locator("#log li")
    before, turns = lines.count(), 0
    page.evaluate(LISTEN)
    page.get_by_label("Say something").press_sequentially("half a w")
    staying = cycle(
        [
            page.get_by_label("Your hand").get_by_role("button").last,
            page.get_by_label("Say something"),
        ]
    )
    for entry in sample(game, 0)[0].entries[first - 1 : last]:
        was, mine = match.to_act, entry["seat"] == 0
        left = _going(page, match, entry["action"]) if mine else next(staying)
        left.focus()
        apart(act_for, match, (ada, bo)[entry["seat"]], entry["action"])
        at_version(page, match)
        turns += was != 0 and match.to_act == 0
        expect(page.get_by_label("Your hand").locator(":focus") if mine else left).to_be_focused()
    expect(page.get_by_label("Say something")).to_have_value("half a w")
    told = [" ".join(line.split()) for line in lines.all_text_contents()[before:]]
    expected = Counter([*told, *["Your turn"] * turns])
    said = Counter(page.evaluate("said"))
    assert told
    assert turns
    assert {text: said[text] for text in expected} == expected
    assert {text: times for text, times in said.items() if times > (expected[text] or 1)} == {}


def _going(page: Page, match: Match, action: Action) -> Locator:
    """Return the card of one's own that is about to go (by another window, say)."""
    name = card_text(action["card"], match.rules) if "card" in action else ""
    return page.get_by_label("Your hand").get_by_role("button").filter(has_text=name).first


def test_many_pushes_and_two_links_show_what_a_fresh_page_shows(
    new_context: Any, site: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = stored_match("zombie_rummy", 0, users={0: ada, 1: bo}, plies=20)
    open_match(page, site, match)
    away = match.seats.filter(is_away=True)
    wait_until(page, lambda: [seat.user for seat in away.all()] == [bo])  # who has no page open
    parts = page.locator("#stage, #log, #proof")
    for number, entry in enumerate(sample("zombie_rummy", 0)[0].entries[20:30]):
        if number == 5:
            with page.expect_websocket():
                page.evaluate("['offline', 'online'].forEach((e) => dispatchEvent(new Event(e)))")
            expect_live(page)
        apart(act_for, match, (ada, bo)[entry["seat"]], entry["action"])
        at_version(page, match)
    pushed = [TIME_LEFT.sub("", text) for text in parts.all_text_contents()]
    page.reload()
    expect_live(page)
    assert [TIME_LEFT.sub("", text) for text in parts.all_text_contents()] == pushed


def test_a_half_typed_part_of_the_shuffle_survives_somebody_sitting_down(
    new_context: Any, site: str
) -> None:
    [(page, ada), (_, bo)] = seated(new_context, site)
    match = apart(make_table, ada)
    open_match(page, site, match)
    page.locator("#own-part > summary").click()
    box = page.get_by_role("textbox", name="Your part of the shuffle")
    box.press_sequentially("half a w")
    apart(table_sit, code=match.code, user=bo)
    expect(page.locator("#stage")).to_contain_text(bo.username)
    expect(box).to_have_value("half a w")
    expect(box).to_be_focused()


def test_a_half_typed_comment_survives_the_steps_of_a_study(new_context: Any, site: str) -> None:
    [(page, _), (leads, lead)] = seated(new_context, site)
    match = stored_match("deadline_99", 6)
    study = apart(study_open, match=match, user=lead, ply=3, eyes="all")
    leads.goto(f"{site}/replays/study/{study.code}/")
    page.goto(f"{site}/replays/study/{study.code}/")
    expect(page.locator("#replay")).to_have_attribute("data-ply", "3", timeout=SLOW)
    page.locator("#talk > summary").click()
    box = page.get_by_label("Your comment on this position")
    box.press_sequentially("half a w")
    for ply, focus in ((4, box), (5, page.locator("#talk > summary"))):
        focus.focus()
        apart(study_lead, code=study.code, user=lead, ply=ply, eyes="all")
        expect(page.locator("#replay")).to_have_attribute("data-ply", str(ply), timeout=SLOW)
        expect(box).to_have_value("half a w")
        expect(focus).to_be_focused()
