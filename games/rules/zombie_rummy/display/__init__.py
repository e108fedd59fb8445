"""The template context of the table page, from a view and its legal actions alone. Pure.

`display` returns, for `templates/games/zombie_rummy/table.jinja`, JSON-able data:

    round, phase, over  as the view has them; whether the match is over
    turn, my_turn       the seat whose turn it is, or None; whether it is this viewer's
    must_meld           the face that must be laid at once, or None
    tables              what each seat's table scores now, by seat: {"weapons", "equipment",
                        "brains", "devices", "zombies", "points"}
    boards              clockwise from the viewer (from seat 0 for the public), see `boards.py`
    draw_pile           {"count", "cards": bottom to top once open, else None}
    discards            {"count", "top": face or None, "cards": faces, newest first}
    draws               what this viewer may draw now, see `draws.py`
    hand                the viewer's own cards, each a face with "key" (its code and which of
                        equal cards it is); [] for the public
    hand_points         what the hand costs if the round ended now
    sets                the largest sets the hand holds, see `moves.py`
    moves               what may be laid or discarded now, see `moves.py`
    a face              see `faces.py`
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from games.engine.contract import Action, JsonObject
from games.engine.viewer import Viewer
from games.rules.zombie_rummy.cards import hand_points
from games.rules.zombie_rummy.display.boards import boards
from games.rules.zombie_rummy.display.draws import draws
from games.rules.zombie_rummy.display.faces import face, held_faces
from games.rules.zombie_rummy.display.moves import moves, proposed_sets


def display(view: JsonObject, viewer: Viewer, legal: list[Action]) -> JsonObject:
    """Return the table's context as the module's docstring describes it."""
    state = view["state"]
    hand = own_hand(state, viewer.seat)
    lying = boards(view, viewer.seat)
    by_seat = sorted(lying, key=itemgetter("seat"))
    return {
        "round": state["round"],
        "phase": state["phase"],
        "over": view["finished"],
        "turn": state["turn"],
        "my_turn": viewer.seat is not None and state["turn"] == viewer.seat,
        "must_meld": state["must_meld"] and face(state["must_meld"]),
        "tables": [{**board["parts"], "points": board["table"]} for board in by_seat],
        "boards": lying,
        "draw_pile": _draw_pile(state["draw_pile"]),
        "discards": _discards(state["discard_pile"]),
        "draws": draws(state, hand, legal),
        "hand": held_faces(hand),
        "hand_points": hand_points(hand),
        "sets": proposed_sets(hand, state["must_meld"]),
        "moves": moves(state, legal),
    }


def own_hand(state: JsonObject, seat: int | None) -> list[str]:
    """Return the viewer's own cards; none for the public."""
    hand = [] if seat is None else state["hands"][seat]
    return [] if isinstance(hand, dict) else list(hand)


def _draw_pile(pile: Any) -> JsonObject:
    if isinstance(pile, dict):
        return {"count": pile["count"], "cards": None}
    return {"count": len(pile), "cards": [face(code) for code in pile]}


def _discards(pile: list[str]) -> JsonObject:
    newest_first = [face(code) for code in reversed(pile)]
    return {
        "count": len(pile),
        "top": newest_first[0] if newest_first else None,
        "cards": newest_first,
    }
