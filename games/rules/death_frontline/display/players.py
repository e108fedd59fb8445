"""The players beside the field, and the viewer's hand. Pure."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.engine.contract import Action, JsonObject
from games.rules.death_frontline.catalogue import CATALOGUE
from games.rules.death_frontline.display.board import relation_of
from games.rules.death_frontline.display.faces import face_of
from games.rules.death_frontline.events import SIDE_NAMES


def seats_of(view: JsonObject, own: int | None) -> list[JsonObject]:
    """Return the players in this round's turn order."""
    return [_seat(view, seat, own) for seat in view["state"]["order"]]


def _seat(view: JsonObject, seat: int, own: int | None) -> JsonObject:
    game = view["state"]
    cards = game["seats"][seat]
    hidden = isinstance(cards["hand"], dict)
    return {
        "seat": seat,
        "deck": cards["deck"],
        "deck_name": CATALOGUE.decks[cards["deck"]].name,
        "side": cards["side"],
        "side_name": SIDE_NAMES[cards["side"]],
        "relation": relation_of(own or 0, seat),
        "is_viewer": seat == own,
        "is_turn": seat == game["turn"],
        "is_in": not view["resigned"][seat],
        "passed": game["passed"][seat] and not view["resigned"][seat] and not view["finished"],
        "offered": game["offers"][seat],
        "hand_count": _count(cards["hand"]),
        "draw_count": _count(cards["draw_pile"]),
        "hand": None if hidden else [face_of(code) for code in cards["hand"]],
        "discard_pile": [face_of(code) for code in cards["discard_pile"]],
        "top": face_of(cards["discard_pile"][-1]) if cards["discard_pile"] else None,
    }


def _count(pile: Any) -> int:
    return int(pile["count"]) if isinstance(pile, dict) else len(pile)


def hand_of(game: JsonObject, own: int, legal: list[Action]) -> list[JsonObject]:
    """Return the viewer's cards, each with an id that stays while it is held.

    A replay may show what the public saw from a seat's side of the table: then there are none.
    """
    usable = {action["card"] for action in legal if "card" in action}
    copies: Counter[str] = Counter()
    cards = []
    hand = game["seats"][own]["hand"]
    for code in [] if isinstance(hand, dict) else hand:
        copies[code] += 1
        name = f"held-{code.replace('.', '-')}-{copies[code]}"
        cards.append({"face": face_of(code), "usable": code in usable, "id": name})
    return cards
