"""List the viewer's possible lays and discards by cards, and propose sets in hand. Pure.

A move is {"key", "target", "verb", "seat", "on", "again", "out", "json"}: `key` names the cards to
select, in canonical order with spaces between; `target` is the element that takes them
(`board-<seat>`, `stack-<id>` or `discard-pile`); `seat` is that table's owner (None for a
discard); `on` is what the cards go onto: zombie, horde, brain_zombie or brain_horde (one locking
a brain), brain, radio, barricade, run, group or table; `again` marks a move that duplicates an
earlier one on the same table; `out` marks a discard that goes out; `json` is what to post.

A proposed set is {"key", "cards": faces}. Only maximal sets are proposed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from games.engine.contract import Action, JsonObject
from games.engine.plain import plain_text
from games.rules.zombie_rummy.cards import in_order
from games.rules.zombie_rummy.display.faces import face
from games.rules.zombie_rummy.sets import CardSet, all_sets

PLAYED_CARD = {
    "attack": "zombie",
    "lock": "zombie",
    "steal": "zombie",
    "break": "zombie",
    "gang": "gang",
    "nuke": "nuke",
}
MOST_PROPOSED = 8


def moves(state: JsonObject, legal: Sequence[Action]) -> list[JsonObject]:
    """Return every lay action among the legal actions, then every discard."""
    stacks = {
        stack["id"]: (seat, stack) for seat, table in enumerate(state["tables"]) for stack in table
    }
    found = [_move(state, stacks, action) for action in legal if action["type"] != "draw"]
    found.sort(key=lambda move: bool(move["verb"] == "discard"))
    alike: set[tuple[Any, ...]] = set()
    for move in found:
        kind = move["key"], move["verb"], move["seat"], move["on"]
        move["again"] = kind in alike
        alike.add(kind)
    return found


def _move(
    state: JsonObject, stacks: dict[int, tuple[int, JsonObject]], action: Action
) -> JsonObject:
    verb, own = action["type"], state["turn"]
    holder, on = action.get("seat", own), "table"
    target = "discard-pile" if verb == "discard" else f"board-{holder}"
    if action.get("stack") is not None:
        holder, stack = stacks[action["stack"]]
        target, on = f"stack-{action['stack']}", _what_is(stack)
    return {
        "key": _key(action),
        "target": target,
        "verb": verb,
        "seat": None if verb == "discard" else holder,
        "on": on,
        "out": verb == "discard" and len(state["hands"][own]) == 1,
        "json": plain_text(action),
    }


def _key(action: Action) -> str:
    if "cards" in action:
        return " ".join(action["cards"])
    return str(action.get("card") or PLAYED_CARD[action["type"]])


def _what_is(stack: JsonObject) -> Any:
    """Return the kind of thing a card or set played on this stack goes onto."""
    if stack["set"] is not None:
        return stack["set"]["kind"]
    if stack["zombie"]:
        undead = "horde" if stack["gang"] else "zombie"
        return f"brain_{undead}" if stack["brain"] else undead
    return stack["device"] or "brain"


def proposed_sets(hand: Sequence[str], must: str | None) -> list[JsonObject]:
    """Return the hand's maximal sets, largest first; with `must`, only those containing it."""
    return _proposed(tuple(hand), must)


@lru_cache(maxsize=1024)
def _proposed(hand: tuple[str, ...], must: str | None) -> list[JsonObject]:
    """Return a hand's proposed sets. Cached: do not modify the result."""
    found = [cards for cards in all_sets(hand) if must is None or must in cards]
    largest = sorted(_maximal(found), key=lambda cards: (-len(cards), found.index(cards)))
    return [
        {"key": " ".join(in_order(cards)), "cards": [face(code) for code in cards]}
        for cards in largest[:MOST_PROPOSED]
    ]


def _maximal(found: list[CardSet]) -> list[CardSet]:
    """Return the sets that are not part of a larger one."""
    counted = [(cards, Counter(cards)) for cards in found]
    return [
        cards
        for cards, count in counted
        if not any(len(other) > len(cards) and count <= more for other, more in counted)
    ]
