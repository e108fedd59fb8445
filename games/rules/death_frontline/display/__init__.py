"""Build the Death Frontline table's regions from a view and its legal actions only. Pure.

    state       the round, its steps, the ground held, effects lasting until settlement
    seat-N      one player: deck, hand, piles, and whether they are out of this step
    cell-X-Y    one cell and its contents
    plan-hint   what can be selected now
    options     for the page's script: the viewer's choices (`choices.py`), and what selecting a
                unit shows to anybody (`board.py`)
    hand        the viewer's cards, each a region of its own
    actions     the actions that need no selection
    hint        what can be done now, in a sentence
    open-hands  every hand, where all are shown

The field is drawn from the viewer's side, with that side's rows at the bottom (the Allies' for
spectators); units are labelled own, partner or enemy from that side too.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import JsonObject
from games.engine.plain import plain_text
from games.engine.showing import Region, Scene, Showing
from games.rules.death_frontline.display.board import cells_of, cells_shown, columns_of, open_to_all
from games.rules.death_frontline.display.choices import NEEDING_NOTHING, choices_of
from games.rules.death_frontline.display.players import hand_of, hands_shown, player_of
from games.rules.death_frontline.display.steps import HINTS, steps_of
from games.rules.death_frontline.state import TURN_STEPS
from games.rules.death_frontline.view import field_of

FOLDER = "games/death_frontline"


def public(scene: Scene) -> Iterator[Region]:
    """Yield the public regions."""
    game = scene.view["state"]
    arguments = {
        "round": game["round"],
        "steps": steps_of(game["step"]),
        "areas": open_to_all(field_of(game), game["round"]).areas,
        "effects": [
            {**effect, "name": scene.seats[effect["seat"]].name} for effect in game["effects"]
        ],
    }
    yield Region("state", f"{FOLDER}/_steps.jinja", arguments)
    if scene.is_open:
        hands = hands_shown(game, scene.seats)
        yield Region("open-hands", f"{FOLDER}/_open_hands.jinja", {"hands": hands})


def own(scene: Scene) -> Iterator[Region]:
    """Yield the field and the players from the viewer's side, and the possible actions."""
    view, me = scene.view, scene.me
    game, field = view["state"], field_of(view["state"])
    types = {action["type"] for action in scene.legal}
    for seat in scene.seats:
        arguments = player_of(view, seat, me)
        yield Region(f"seat-{seat.number}", f"{FOLDER}/_player.jinja", arguments)
    names = tuple([seat.name for seat in scene.seats])
    yield from cells_shown(field, me or 0, game["round"], names)
    yield scene.ticker(3)
    only_pass = game["step"] in TURN_STEPS and bool(types) and types <= {"pass", "offer_end"}
    options = {
        "choices": plain_text({} if me is None else choices_of(field, me, list(scene.legal))),
        "info": open_to_all(field, game["round"]).info,
        "only_pass": only_pass,
    }
    yield Region("options", f"{FOLDER}/_options.jinja", options)
    if not scene.is_over:
        yield from _asked(scene, types, only_pass=only_pass)
    if me is not None and not scene.is_open:
        hand = hand_of(game, me, scene.legal)
        for number, held in enumerate(hand, 1):
            name = f"{held['id']}-card"
            yield Region(name, f"{FOLDER}/_held.jinja", {"id": name, "held": held, "key": number})
        cards = [f"{held['id']}-card" for held in hand]
        yield Region("hand", f"{FOLDER}/_hand.jinja", {"hand": cards})


def _asked(scene: Scene, types: set[str], *, only_pass: bool) -> Iterator[Region]:
    """Yield the turn bar, the hint, and the actions that need no selection."""
    me, hint = scene.me, _hint(scene.view["state"]["step"], types)
    may_resign = me is not None and not scene.view["resigned"][me]
    yield scene.turn_bar(hint, may_resign=may_resign)
    yield Region("plan-hint", f"{FOLDER}/_plan_hint.jinja", {"hint": hint})
    if _plays(scene):
        simple = [kind for kind in NEEDING_NOTHING if kind in types]
        offered = {"simple": simple, "only_pass": only_pass}
        yield Region("actions", f"{FOLDER}/_actions.jinja", offered)
        yield Region("hint", f"{FOLDER}/_hint.jinja", {"hint": hint})


def arrange(scene: Scene) -> JsonObject:
    """Return the field from the viewer's side, and the players in this round's turn order."""
    game = scene.view["state"]
    field = field_of(game)
    return {
        "order": game["order"],
        "columns": columns_of(field, scene.me or 0),
        "cells": cells_of(field, scene.me or 0),
        "seat": scene.me,
        "plays": _plays(scene),
        "has_hand": scene.me is not None and not scene.is_open,
    }


def _plays(scene: Scene) -> bool:
    return scene.controls and scene.me is not None


def _hint(step: str, types: set[str]) -> str:
    """Return a one-sentence hint (a gettext key) of what can be done now, or nothing."""
    if not types:
        return ""
    if "breakthrough" in types:
        return HINTS["breakthrough"]
    return HINTS["only_pass"] if types <= {"pass", "offer_end"} else HINTS[step]


SHOWING = Showing(public, own, arrange)
