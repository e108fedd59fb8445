"""List the viewer's possible draws, and what each draw obliges them to lay. Pure.

deck, top           the action to post as JSON, or None
deep                for each allowed depth of two or more, shallowest first: {"count", "cards":
                    faces, newest first, "must": the face that must be laid, "sets": the
                    largest sets with it (lists of faces), "json"}
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Action, JsonObject
from games.engine.plain import plain_text
from games.rules.zombie_rummy.display.faces import face
from games.rules.zombie_rummy.display.moves import proposed_sets


def draws(state: JsonObject, hand: list[str], legal: Sequence[Action]) -> JsonObject:
    """Return the draws among the legal actions."""
    drawing = [action for action in legal if action["type"] == "draw"]
    counted = sorted(drawing, key=lambda action: action.get("count", 0))
    deep = [action for action in counted if action.get("count", 0) > 1]
    return {
        "deck": _only(drawing, {"type": "draw", "from": "deck"}),
        "top": _only(drawing, {"type": "draw", "from": "discard", "count": 1}),
        "deep": [_deep(state["discard_pile"], hand, action) for action in deep],
    }


def _only(drawing: list[Action], action: Action) -> str | None:
    return plain_text(action) if action in drawing else None


def _deep(pile: list[str], hand: list[str], action: Action) -> JsonObject:
    taken = pile[-action["count"] :]
    return {
        "count": action["count"],
        "cards": [face(code) for code in reversed(taken)],
        "must": face(taken[0]),
        "sets": [found["cards"] for found in proposed_sets(hand + taken, taken[0])],
        "json": plain_text(action),
    }
