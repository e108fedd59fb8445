"""Describe the players beside the field, and the viewer's hand. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.engine.contract import Action, JsonObject
from games.engine.showing import SeatFacts
from games.rules.death_frontline.catalogue import CATALOGUE
from games.rules.death_frontline.display.faces import face_of
from games.rules.death_frontline.events import SIDE_NAMES


def player_of(view: JsonObject, seat: SeatFacts) -> JsonObject:
    """Return one player as everybody sees them."""
    game, number = view["state"], seat.number
    cards = game["seats"][number]
    is_in = not seat.resigned
    return {
        "number": number,
        "name": seat.name,
        "bot": seat.player_bot,
        "face": seat.face,
        "away": seat.is_away,
        "winner": seat.is_winner,
        "deck": cards["deck"],
        "deck_name": CATALOGUE.decks[cards["deck"]].name,
        "side_name": SIDE_NAMES[cards["side"]],
        "side": cards["side"],
        "is_turn": number == game["turn"],
        "is_in": is_in,
        "passed": game["passed"][number] and is_in and not view["finished"],
        "offered": game["offers"][number],
        "hand_count": _count(cards["hand"]),
        "draw_count": _count(cards["draw_pile"]),
        "discard_pile": [face_of(code) for code in reversed(cards["discard_pile"])],
    }


def hands_shown(game: JsonObject, seats: Sequence[SeatFacts]) -> list[JsonObject]:
    """Return every shown hand that has cards, in this round's turn order."""
    return [
        {"name": seats[seat].name, "cards": [face_of(code) for code in hand]}
        for seat in game["order"]
        if (hand := game["seats"][seat]["hand"]) and not isinstance(hand, dict)
    ]


def _count(pile: Any) -> int:
    return int(pile["count"]) if isinstance(pile, dict) else len(pile)


def hand_of(game: JsonObject, own: int, legal: Sequence[Action]) -> list[JsonObject]:
    """Return the viewer's cards, each with an id that is stable while it is held.

    Returns none for a replay that shows the public view from a seat's side of the table.
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
