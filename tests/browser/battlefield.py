"""Playing Death Frontline by a page's own controls: every action as the clicks of a person."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from games.engine.botplay import bot_action
from games.engine.contract import Action
from games.matches import store
from games.matches.models import Match

OURS = "#stage[data-my-turn], #stage[data-stage=over]"


def cell(page: Page, at: list[int]) -> Locator:
    """Return the button of a cell."""
    return page.locator(f'[data-cell="{at[0]},{at[1]}"] .cell__pick')


def hold(page: Page, code: str) -> None:
    """Choose a card of the hand."""
    page.locator(f'.held button[value="{code}"]').first.click()


def send(page: Page, kind: str) -> None:
    """Press the button that carries the plan out."""
    page.locator(f'[data-send="{kind}"]').click()


def _simple(page: Page, action: Action) -> None:
    page.locator(
        f".front__actions [data-action='{json.dumps(action, separators=(',', ':'))}']"
    ).click()


def _to_cell(page: Page, action: Action) -> None:
    hold(page, action["card"])
    cell(page, action["to"]).click()


def _swap(page: Page, action: Action) -> None:
    hold(page, action["card"])
    send(page, "swap")


def _walk(page: Page, action: Action) -> None:
    cell(page, action["from"]).click()
    cell(page, action["path"][-1]).click()
    go = page.locator("#question [data-yes]")
    if go.is_visible():
        go.click()


def _attack(page: Page, action: Action) -> None:
    """Choose the target, then make the group what it should be, then say who advances."""
    cell(page, action["target"]).click()
    layer = page.locator(f'input[name="front-layer"][value="{action["layer"]}"]')
    if layer.is_visible():
        layer.check()
    wanted = {f"{x},{y}" for x, y in action["from"]}
    chosen = page.locator('.cell:has(> [aria-pressed="true"])')
    present = set(chosen.evaluate_all("cells => cells.map((one) => one.dataset.cell)"))
    for key in [*(wanted - present), *(present - wanted)]:
        page.locator(f'[data-cell="{key}"] .cell__pick').click()
    if action["advance"]:
        x, y = action["advance"]
        page.locator(f'input[name="front-advance"][value="{x},{y}"]').check()
    send(page, "attack")


def _skill(page: Page, action: Action) -> None:
    hold(page, action["card"])
    if "from" in action:
        _walk(page, action)
        return
    if "target" in action:
        cell(page, action["target"]).click()
    layer = page.locator(f'input[name="front-layer"][value="{action.get("layer")}"]')
    if layer.is_visible():
        layer.check()
    send(page, "skill")


def _break_through(page: Page, action: Action) -> None:
    cell(page, action["from"]).click()
    send(page, "breakthrough")


HANDS: dict[str, Callable[[Page, Action], None]] = {
    "deploy": _to_cell,
    "build": _to_cell,
    "swap_draw": _swap,
    "move": _walk,
    "attack": _attack,
    "skill": _skill,
    "breakthrough": _break_through,
}


def perform(page: Page, action: Action) -> None:
    """Carry out an action by the page's controls, and wait until the page shows it done."""
    version = page.locator("#stage").get_attribute("data-version")
    HANDS.get(action["type"], _simple)(page, action)
    expect(page.locator("#stage")).not_to_have_attribute("data-version", str(version))


def thought(match: Match, seat: int, bot: str, dice: Random) -> Action:
    """Return what a bot would do in a seat now, given its view."""
    match.refresh_from_db()
    rules = match.rules
    state: Any = store.load_position(match).state
    return bot_action(rules, state, match.ply, seat, rules.bots[bot], dice)


def idle(match: Match, seat: int) -> Action:
    """Return what an absent player would do in a seat now."""
    match.refresh_from_db()
    rules = match.rules
    return rules.default_action(store.load_position(match).state, seat)


def wait_for_turn(page: Page) -> bool:
    """Wait until it is this page's turn; return False when the match is over instead."""
    expect(page.locator(OURS)).to_be_attached()
    return page.locator("#stage").get_attribute("data-stage") == "live"


def play_on(page: Page, match: Match, seat: int, bot: str) -> None:
    """Play a seat as `bot` would, by the page's controls, until the match is over."""
    dice = Random(1)
    while wait_for_turn(page):
        perform(page, thought(match, seat, bot, dice))
