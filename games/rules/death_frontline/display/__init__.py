"""Build the Death Frontline table's regions from a view and its legal actions only. Pure.

    state       the round, its steps, how near either side is to a breakthrough, the ground held,
                effects lasting until settlement
    seat-N      one player: deck, hand, piles, and whether they are out of this step
    tie-N       within it, whether that is the viewer or their partner
    cell-X-Y    one cell and its contents
    plan-hint   what can be selected now
    options     for the page's script: the viewer's choices (`choices.py`), and what selecting a
                unit shows to anybody (`board.py`)
    hand        the viewer's cards, each a region of its own
    actions     the actions that need no selection
    hint        what can be done now, in a sentence
    open-hands  every hand, where all are shown

The layout has the viewer's side at the bottom (the Allies' for spectators), and names it and the
seat, by which the style sheet tells own units from partners' and enemies'.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import Event, JsonObject
from games.engine.plain import plain_text
from games.engine.showing import Region, Scene, TableRegions
from games.rules.death_frontline.display.board import (
    areas_of,
    cells_of,
    cells_shown,
    columns_of,
    field_at_end,
    info_of,
    runs_of,
    side_of,
)
from games.rules.death_frontline.display.choices import NEEDING_NOTHING, choices_of
from games.rules.death_frontline.display.players import hand_of, hands_shown, player_of
from games.rules.death_frontline.display.steps import HINTS, steps_of
from games.rules.death_frontline.field import same_side
from games.rules.death_frontline.state import TURN_STEPS
from games.rules.death_frontline.view import field_of

FOLDER = "games/death_frontline"


def public(scene: Scene) -> Iterator[Region]:
    """Yield the public regions."""
    game, names = scene.view["state"], tuple([seat.name for seat in scene.seats])
    field = field_of(game)
    arguments = {
        "round": game["round"],
        "steps": steps_of(game["step"]),
        "areas": areas_of(field),
        "runs": runs_of(field),
        "over": scene.is_over,
        "effects": [
            {**effect, "name": scene.seats[effect["seat"]].name} for effect in game["effects"]
        ],
    }
    yield Region("state", f"{FOLDER}/_steps.jinja", arguments)
    for seat in scene.seats:
        arguments = player_of(scene.view, seat)
        yield Region(f"seat-{seat.number}", f"{FOLDER}/_player.jinja", arguments)
        yield _tie(seat.number, "")
    through = scene.recap["through"] if scene.recap and scene.is_over else None
    shown, cell = field_at_end(field, through)
    yield from cells_shown(shown, game["round"], names, cell)
    yield scene.ticker(3)
    yield _options(scene, set())
    if not scene.is_over:
        yield scene.turn_bar()
        yield _plan_hint("")
    if scene.is_open:
        hands = hands_shown(game, scene.seats)
        yield Region("open-hands", f"{FOLDER}/_open_hands.jinja", {"hands": hands})


def private(scene: Scene) -> Iterator[Region]:
    """Yield the regions that only the viewer is shown, or shown otherwise."""
    game, me = scene.view["state"], scene.me or 0
    types = {action["type"] for action in scene.legal}
    yield _tie(me, "you")
    for seat in scene.seats:
        if seat.number != me and same_side(me, seat.number):
            yield _tie(seat.number, "partner")
    yield scene.ticker(3)
    yield _options(scene, types)
    if not scene.is_over:
        hint = _hint(game["step"], types)
        yield scene.turn_bar(hint)
        yield _plan_hint(hint)
        if scene.controls:
            simple = [kind for kind in NEEDING_NOTHING if kind in types]
            offered = {"simple": simple, "only_pass": _only_pass(game["step"], types)}
            yield Region("actions", f"{FOLDER}/_actions.jinja", offered)
            yield Region("hint", f"{FOLDER}/_hint.jinja", {"hint": hint})
    if not scene.is_open:
        hand = hand_of(game, me, scene.legal)
        for number, held in enumerate(hand, 1):
            name = f"{held['id']}-card"
            yield Region(name, f"{FOLDER}/_held.jinja", {"id": name, "held": held, "key": number})
        cards = [f"{held['id']}-card" for held in hand]
        yield Region("hand", f"{FOLDER}/_hand.jinja", {"hand": cards})


def _tie(seat: int, tie: str) -> Region:
    return Region(f"tie-{seat}", f"{FOLDER}/_tie.jinja", {"number": seat, "tie": tie})


def _options(scene: Scene, types: set[str]) -> Region:
    """Return what the page's script knows of the field and of the viewer's choices."""
    game, me = scene.view["state"], scene.me
    field = field_of(game)
    arguments = {
        "choices": plain_text({} if me is None else choices_of(field, me, list(scene.legal))),
        "info": info_of(field),
        "only_pass": _only_pass(game["step"], types),
    }
    return Region("options", f"{FOLDER}/_options.jinja", arguments)


def _plan_hint(hint: str) -> Region:
    return Region("plan-hint", f"{FOLDER}/_plan_hint.jinja", {"hint": hint})


def layout(scene: Scene) -> JsonObject:
    """Return the field from the viewer's side, and the players in this round's turn order."""
    game = scene.view["state"]
    field = field_of(game)
    return {
        "order": game["order"],
        "columns": columns_of(field, scene.me or 0),
        "cells": cells_of(field, scene.me or 0),
        "seat": scene.me,
        "side": side_of(scene.me or 0),
        "plays": _plays(scene),
        "has_hand": scene.me is not None and not scene.is_open,
    }


def _plays(scene: Scene) -> bool:
    return scene.controls and scene.me is not None


def _only_pass(step: str, types: set[str]) -> bool:
    """Tell whether the viewer can do nothing but pass."""
    return step in TURN_STEPS and bool(types) and types <= {"pass", "offer_end"}


def _hint(step: str, types: set[str]) -> str:
    """Return a one-sentence hint (a gettext key) of what can be done now, or nothing."""
    if not types:
        return ""
    if "breakthrough" in types:
        return HINTS["breakthrough"]
    return HINTS["only_pass"] if types <= {"pass", "offer_end"} else HINTS[step]


def places(event: Event) -> tuple[str, ...]:
    """Return where an event can be seen: its cell, or the player."""
    x, y = getattr(event, "path", ((0, 0),))[-1]
    x, y = getattr(event, "cell", None) or (x, y)
    seat = getattr(event, "seat", None)
    if x:
        return (f"cell-{x}-{y}",)
    return () if seat is None else (f"seat-{seat}",)


DRAMAS = {"broke_through": "ui-zap", "unit_lost": "skull", "facility_lost": "skull"}

ROUTINE = frozenset({"drew", "draw_skipped", "step_began"})

SOUNDS = {
    "broke_through": "horn",
    "unit_lost": "blast",
    "facility_lost": "blast",
    "attacked": "gun",
    "built": "hammer",
    "moved": "march",
    "deployed": "march",
}

TABLE = TableRegions(public, private, layout, places, DRAMAS, ROUTINE, SOUNDS)
