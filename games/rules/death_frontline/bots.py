"""Bots: given a view and its legal actions, nothing else. Pure."""

from __future__ import annotations

from games.engine.contract import Action, Bot, Dice, JsonObject


def simple(view: JsonObject, legal: list[Action], dice: Dice) -> Action:
    """Choose any legal action."""
    return legal[dice.randrange(len(legal))]


BOTS: dict[str, Bot] = {"simple": simple}
