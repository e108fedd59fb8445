"""The viewer's own cards, and what each of their plays would do. Pure.

A card of the hand is a face with `key` (its code and an index among equal cards) and `plays`: []
when it is not the viewer's turn; one for a plain card, two for 10 and Q, one per target for A, J
and 7. A play:

    json            the action to post
    op, target      "+", "-" or None; a seat or None
    becomes         the count after it; None if it depends on whether a minus stops at 0
    eliminates      this play eliminates the player: ask for confirmation

A held card's `note` is its sign and, on the viewer's turn, the counts it leads to. A play is
`forced` if every other one eliminates the player, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.contract import Action, JsonObject
from games.engine.plain import plain_text
from games.engine.showing import Region, Scene
from games.rules.deadline_99.cards import LIMIT, RANK_OF, REAPER, RISES, SWINGS
from games.rules.deadline_99.display.faces import card_face


def hand_regions(scene: Scene, state: JsonObject, me: int) -> Iterator[Region]:
    """Yield the hand, its cards and what may be chosen for them."""
    latest = scene.latest
    drew = latest.seat in (None, me) and {"cards_drawn", "hand_dealt"} & set(latest.names)
    hand = _held_cards(state, me, scene.legal)
    plays = [play for card in hand for play in card["plays"]]
    forced = bool(plays) and all(play["eliminates"] for play in plays)
    for number, card in enumerate(hand, 1):
        yield _held_card(card, number, forced=forced)
    shown = {
        "hand": [card["key"] for card in hand],
        "alive": state["alive"][me],
        "flip_from": "draw-pile" if drew else None,
    }
    yield Region("hand", "games/deadline_99/_hand.jinja", shown)
    several = [card for card in hand if len(card["plays"]) > 1]
    people = [
        {
            "name": facts.name,
            "face": facts.face,
            "place": (facts.number - me) % len(scene.seats),
            "cards": cards_held(hand),
        }
        for facts, hand in zip(scene.seats, state["hands"], strict=True)
    ]
    asked = {"choices": several, "people": people if several else [], "forced": forced}
    yield Region("choices", "games/deadline_99/_choices.jinja", asked)


def cards_held(hand: Any) -> int:
    """Return how many cards a hand holds, shown or not."""
    count: int = hand["count"] if isinstance(hand, dict) else len(hand)
    return count


def _held_cards(state: JsonObject, own: int, legal: Sequence[Action]) -> list[JsonObject]:
    """Return the viewer's own cards, each with its possible plays."""
    hand = state["hands"][own]
    if isinstance(hand, dict):
        return []
    return [
        {
            **card_face(code),
            "key": f"{code}-{hand[:place].count(code)}",
            "plays": [_play(state, action) for action in legal if action.get("card") == code],
        }
        for place, code in enumerate(hand)
    ]


def _held_card(card: JsonObject, number: int, *, forced: bool) -> Region:
    """Return a card of the hand with what its element needs, so that equal ones are drawn once."""
    plays = card["plays"]
    only = plays[0] if len(plays) == 1 else None
    face = card_face(card["code"])
    is_deadly = only is not None and only["eliminates"]
    name = f"held-{card['key']}"
    arguments = {
        "id": name,
        "key": number,
        "face": face,
        "note": _note(face, plays),
        "menu": f"choice-{card['key']}" if len(plays) > 1 else None,
        "action": only and only["json"],
        "deadly": is_deadly,
        "becomes": only["becomes"] if only and is_deadly else None,
        "forced": forced,
    }
    return Region(name, "games/deadline_99/_held_card.jinja", arguments)


def _note(face: JsonObject, plays: Sequence[JsonObject]) -> str:
    """Return the counts that a card leads to, if it can be played and changes the count."""
    counts = ["≤0" if play["becomes"] is None else str(play["becomes"]) for play in plays]
    sign: str = face["sign"]
    if counts and face["rank"] in SWINGS:
        return " / ".join(counts)
    return f"{sign} → {counts[0]}" if counts and face["rank"] in RISES else sign


def _play(state: JsonObject, action: Action) -> JsonObject:
    becomes = _count_after(state["count"], action)
    return {
        "json": plain_text(action),
        "op": action.get("op"),
        "target": action.get("target"),
        "becomes": becomes,
        "eliminates": action["card"] == REAPER or (becomes is not None and becomes > LIMIT),
    }


def _count_after(count: int, action: Action) -> int | None:
    """Return the count after a play, even if above 99.

    A view does not say whether the count may fall below 0, so return None where
    that matters; a count already negative shows that it may.
    """
    rank = RANK_OF[action["card"]]
    if rank in SWINGS:
        if action["op"] == "+":
            return count + SWINGS[rank]
        lower = count - SWINGS[rank]
        return lower if lower >= 0 or count < 0 else None
    return LIMIT if rank == "K" else count + RISES.get(rank, 0)
