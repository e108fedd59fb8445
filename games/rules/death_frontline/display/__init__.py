"""The template context of the table page, from a view and its legal actions alone. Pure.

`display` returns, for `templates/games/death_frontline/table.jinja`, JSON-able data:

    round, turn, over   the round's number; the seat to act or None; whether the match is over
    step, hint          the step's key and gettext key; what can be done in it, a gettext key
    steps               the steps of a round in order: {"key", "name", "is_now", "is_past"}
    my_turn, own        whether this viewer is to act; the viewer's seat or None
    may_resign          whether the viewer's seat is still in
    columns, rows       the field as this viewer sees it, the own side at the bottom (the Allies
                        for the public): column letters, and rows of cells from top to bottom
        cell            x, y, name ("C4"), zone ("own", "front", "enemy"), unit, facility
        unit            None, or {"face", "seat", "side", "attack", "defence", "raised",
                        "braced", "exhausted", "state", "moved", "fresh", "unsupplied",
                        "is_troop"}; attack and defence are what counts now, bonuses included
        facility        None, or {"face", "seat", "side"}
    info                JSON text for the page's script: by cell "x,y", what choosing its unit
                        shows to anybody: {"reach", "suppliers"} of a troop, {"covers"} of a
                        resource: lists of cells
    seats               in this round's turn order: {"seat", "deck", "deck_name", "side",
                        "side_name", "relation", "is_viewer", "is_turn", "is_in", "passed",
                        "offered", "hand_count", "draw_count", "hand", "discard_pile", "lost"}
    hand                the viewer's cards in canonical order, each {"face", "usable"}
    effects             what lasts until settlement: {"seat", "effect", "amount"}
    areas               {"allies", "axis"}: cells held in enemy territory
    choices             JSON text: what the viewer may do, by what they choose first (`choices.py`)
    only_pass           nothing but passing (or offering the end) is left to do
    simple              the types of legal actions that need nothing chosen
    a face              how a card is drawn and explained (`faces.py`)
"""

from __future__ import annotations

from games.engine.contract import Action, JsonObject
from games.engine.plain import plain_text
from games.engine.viewer import Viewer
from games.rules.death_frontline.display.board import picture_of
from games.rules.death_frontline.display.choices import NEEDING_NOTHING, choices_of
from games.rules.death_frontline.display.players import hand_of, seats_of
from games.rules.death_frontline.display.steps import HINTS, steps_of
from games.rules.death_frontline.events import STEP_NAMES
from games.rules.death_frontline.state import TURN_STEPS
from games.rules.death_frontline.view import field_of


def display(view: JsonObject, viewer: Viewer, legal: list[Action]) -> JsonObject:
    """Return the table's context as the module's docstring describes it."""
    game, own = view["state"], viewer.seat
    field = field_of(game)
    picture = picture_of(field, own or 0, game["round"])
    types = {action["type"] for action in legal}
    return {
        "round": game["round"],
        "turn": game["turn"],
        "over": view["finished"],
        "step": {"key": game["step"], "name": STEP_NAMES[game["step"]]},
        "hint": _hint(game["step"], types),
        "steps": steps_of(game["step"]),
        "own": own,
        "my_turn": own is not None and game["turn"] == own,
        "may_resign": own is not None and not view["resigned"][own],
        "columns": picture.columns,
        "rows": picture.rows,
        "info": picture.info,
        "seats": seats_of(view, own),
        "hand": [] if own is None else hand_of(game, own, legal),
        "effects": game["effects"],
        "areas": picture.areas,
        "choices": plain_text({} if own is None else choices_of(field, own, legal)),
        "only_pass": game["step"] in TURN_STEPS and bool(legal) and types <= {"pass", "offer_end"},
        "simple": [kind for kind in NEEDING_NOTHING if kind in types],
    }


def _hint(step: str, types: set[str]) -> str:
    """Return what can be done now, in one sentence (a gettext key), or nothing."""
    if not types:
        return ""
    if "breakthrough" in types:
        return HINTS["breakthrough"]
    return HINTS["only_pass"] if types <= {"pass", "offer_end"} else HINTS[step]
