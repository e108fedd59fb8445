"""Suggest what a player might try in Death Frontline, from their view, for the table's help. Pure.

Each held card is tried where cards of its kind belong. Each unit is tried one step forward, and
against whatever is nearest to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import JsonObject
from games.engine.lesson import Try
from games.engine.text import CardRef, Phrase, gettext_noop
from games.rules.death_frontline.cards import BARRAGE, BLITZ, FACILITY, SKILL, STRIKE, SUPPRESS
from games.rules.death_frontline.catalogue import card_of
from games.rules.death_frontline.field import ROWS, Cell, Field, Unit, forward_of, same_side
from games.rules.death_frontline.view import field_of

SWAP = gettext_noop("Swap %(card)s.")
DEPLOY = gettext_noop("Deploy %(card)s.")
BUILD = gettext_noop("Build %(card)s.")
USE = gettext_noop("Play %(card)s.")
STEP = gettext_noop("Move %(card)s one step forward.")
THROUGH = gettext_noop("Break through with %(card)s.")
ATTACK = gettext_noop("Attack with %(card)s.")
TRIED = {
    "draw": ("swap_draw",),
    "deploy": ("deploy", "move", "breakthrough"),
    "facility": ("build",),
    "skill": ("skill",),
    "attack": ("attack",),
}
"""The types of actions that a step is for."""


def tries(view: JsonObject, seat: int) -> list[Try]:
    """Return a use of each card and what each own unit might do, as far as the step has such."""
    game = view["state"]
    field = field_of(game)
    found = [_use(game, field, seat, code) for code in dict.fromkeys(game["seats"][seat]["hand"])]
    for unit in field.units:
        if unit.seat == seat:
            found.extend(_unit(field, seat, unit))
    return [one for one in found if one.action["type"] in TRIED.get(game["step"], ())]


def _use(game: JsonObject, field: Field, seat: int, code: str) -> Try:
    said = {"card": CardRef(code)}
    if game["step"] == "draw":
        return Try(Phrase(SWAP, said), {"type": "swap_draw", "card": code})
    card = card_of(code)
    if card.kind == SKILL:
        return Try(Phrase(USE, said), {"type": "skill", "card": code, **_aim(field, seat, code)})
    label, kind = (BUILD, "build") if card.kind == FACILITY else (DEPLOY, "deploy")
    free = _free_cell(field, seat, of_facilities=card.kind == FACILITY)
    return Try(Phrase(label, said), {"type": kind, "card": code, "to": list(free)})


def _free_cell(field: Field, seat: int, *, of_facilities: bool) -> Cell:
    """Return a cell of one's own territory with room for the card, or the first cell."""
    rows = range(3, 0, -1) if forward_of(seat) == 1 else range(5, ROWS + 1)
    cells = [(x, y) for y in rows for x in range(1, field.width + 1)]
    taken = field.facility_at if of_facilities else field.unit_at
    return next((cell for cell in cells if cell not in taken), cells[0])


def _aim(field: Field, seat: int, code: str) -> JsonObject:
    """Return a skill's target: the first enemy, or the first own unit."""
    card = card_of(code)
    enemies = [unit for unit in field.units if not same_side(unit.seat, seat)]
    at = list(enemies[0].cell) if enemies else [1, 1]
    if card.effect == STRIKE:
        return {"target": at, "layer": "unit"}
    if card.effect == BARRAGE:
        return {"target": [min(at[0], field.width - 1), min(at[1], ROWS - 1)]}
    if card.effect == SUPPRESS:
        return {"target": at}
    if card.effect == BLITZ:
        own = next((unit for unit in field.units if unit.seat == seat), None)
        x, y = own.cell if own else (1, 1)
        return {"from": [x, y], "path": [[x, y + forward_of(seat)]]}
    return {}


def _unit(field: Field, seat: int, unit: Unit) -> Iterator[Try]:
    x, y = unit.cell
    said = {"card": CardRef(unit.code)}
    ahead = [x, y + forward_of(seat)]
    if 1 <= ahead[1] <= ROWS:
        yield Try(Phrase(STEP, said), {"type": "move", "from": [x, y], "path": [ahead]})
    else:
        yield Try(Phrase(THROUGH, said), {"type": "breakthrough", "from": [x, y]})
    enemies = [other for other in field.units if not same_side(other.seat, seat)]
    if enemies:
        near = min(enemies, key=lambda one: abs(one.cell[0] - x) + abs(one.cell[1] - y))
        aim = {"target": list(near.cell), "layer": "unit", "advance": None}
        yield Try(Phrase(ATTACK, said), {"type": "attack", "from": [[x, y]], **aim})
