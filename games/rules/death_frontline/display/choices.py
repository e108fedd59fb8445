"""Group the viewer's legal actions by what they select first. Pure.

`choices_of` returns, for the page's script:

    cards       by code: {"deploy": cells, "build": cells, "swap": true, "skill": {"effect",
                "plain": true | "targets": […] | "blocks": […] | "ways": by unit's cell}}
    units       by cell: {"ways": […]} of moves
    ways        [{"path": [[x, y], …], "deadly": bool}]: deadly ends on a minefield
    targets     of a strike: {"cell", "layer", "attack", "defence", "destroyed"}; of a barrage
                block: {"cell", "cells", "hits", "destroyed"} (cells); suppress: {"cell"}
    attacks     [{"cell", "layer", "defence", "breached", "attackers": [{"cell", "value",
                "breaches", "advances", "deadly"}]}]: a target and what each troop brings
    breakthroughs   cells of troops that leave the field now

Cells here are "x,y"; paths are in the action's format. Everything here follows from the legal
actions and the public field.
"""

from __future__ import annotations

from typing import Any

from games.engine.contract import Action, JsonObject
from games.rules.death_frontline.cards import BARRAGE, BLITZ, STRIKE
from games.rules.death_frontline.catalogue import card_of
from games.rules.death_frontline.display.board import key_of
from games.rules.death_frontline.entering import is_deadly
from games.rules.death_frontline.field import Cell, Field, same_side
from games.rules.death_frontline.values import target_defence, unit_defence
from games.rules.death_frontline.verbs.attacking import attackables
from games.rules.death_frontline.verbs.skills import block_of

NEEDING_NOTHING = ("keep", "mulligan", "skip_draw", "pass", "offer_end")


def choices_of(field: Field, own: int, legal: list[Action]) -> JsonObject:
    """Return the viewer's choices in the format of the module's docstring."""
    found: JsonObject = {"cards": {}, "units": {}, "attacks": [], "breakthroughs": []}
    for action in legal:
        _sort_in(found, field, own, action)
    if any(action["type"] == "attack" for action in legal):
        found["attacks"] = _attacks(field, own)
    return found


def _sort_in(found: JsonObject, field: Field, own: int, action: Action) -> None:
    match action["type"]:
        case "deploy" | "build" as kind:
            card = found["cards"].setdefault(action["card"], {})
            card.setdefault(kind, []).append(key_of(tuple(action["to"])))
        case "swap_draw":
            found["cards"].setdefault(action["card"], {})["swap"] = True
        case "skill":
            card = found["cards"].setdefault(action["card"], {})
            _sort_skill(card.setdefault("skill", {}), field, own, action)
        case "move":
            unit = found["units"].setdefault(key_of(tuple(action["from"])), {"ways": []})
            unit["ways"].append(_way(field, action))
        case "breakthrough":
            found["breakthroughs"].append(key_of(tuple(action["from"])))


def _way(field: Field, action: Action) -> JsonObject:
    """Return a path with its warning."""
    unit = field.unit_at[_cell(action["from"])]
    deadly = is_deadly(field, unit, _cell(action["path"][-1]))
    return {"path": action["path"], "deadly": deadly}


def _cell(value: Any) -> Cell:
    return value[0], value[1]


def _sort_skill(skill: JsonObject, field: Field, own: int, action: Action) -> None:
    card = card_of(action["card"])
    skill["effect"] = card.effect
    if card.effect == BLITZ:
        ways = skill.setdefault("ways", {}).setdefault(key_of(_cell(action["from"])), [])
        ways.append(_way(field, action))
    elif "target" not in action:
        skill["plain"] = True
    elif card.effect == BARRAGE:
        skill.setdefault("blocks", []).append(_block(field, own, action, card.amount))
    else:
        skill.setdefault("targets", []).append(_target(field, action, card.effect, card.amount))


def _target(field: Field, action: Action, effect: str, amount: int) -> JsonObject:
    cell = _cell(action["target"])
    if effect != STRIKE:
        return {"cell": key_of(cell)}
    defence = target_defence(field, cell, action["layer"])
    return {
        "cell": key_of(cell),
        "layer": action["layer"],
        "attack": amount,
        "defence": defence,
        "destroyed": amount > defence,
    }


def _block(field: Field, own: int, action: Action, amount: int) -> JsonObject:
    cells = block_of(_cell(action["target"]))
    hit = [
        field.unit_at[cell]
        for cell in cells
        if cell in field.unit_at and not same_side(own, field.unit_at[cell].seat)
    ]
    return {
        "cell": key_of(cells[0]),
        "cells": [key_of(cell) for cell in cells],
        "hits": len(hit),
        "destroyed": [key_of(one.cell) for one in hit if amount > unit_defence(field, one)],
    }


def _attacks(field: Field, own: int) -> list[JsonObject]:
    return [
        {
            "cell": key_of(target.cell),
            "layer": target.layer,
            "defence": target.defence,
            "breached": target.breached_defence,
            "attackers": [
                {
                    "cell": key_of(one.cell),
                    "value": one.value,
                    "breaches": one.breaches,
                    "advances": one.advances,
                    "deadly": is_deadly(field, field.unit_at[one.cell], target.cell),
                }
                for one in target.attackers
            ],
        }
        for target in attackables(field, own)
    ]
