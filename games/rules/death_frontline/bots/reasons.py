"""Say in words why the club bot plays an action: the terms by which it judges. Pure."""

from __future__ import annotations

from games.engine.bot import Observation
from games.engine.contract import Action, JsonObject
from games.engine.text import CardRef, Phrase, gettext_noop
from games.rules.death_frontline.bots.imagine import cell_of, imagine
from games.rules.death_frontline.field import FAR_EDGE_DEPTH, Cell, Field, Unit, depth_of, reach_of
from games.rules.death_frontline.supply import is_supplied
from games.rules.death_frontline.values import UNIT, joint_attack
from games.rules.death_frontline.view import field_of

BREAKS_THROUGH = gettext_noop(
    "%(card)s leaves the field over the enemy’s far edge and wins at once."
)
STOPS = gettext_noop("%(card)s is about to break through: it has to be destroyed now.")
DESTROYS = gettext_noop(
    "An attack of %(attack)s against a defence of %(defence)s destroys %(card)s."
)
FAILS = gettext_noop(
    "An attack of %(attack)s against a defence of %(defence)s doesn’t destroy %(card)s."
)
SUPPLIES = gettext_noop("%(card)s supplies troops that couldn’t attack without it.")
STOCKS = gettext_noop("Troops need supply to attack, and %(card)s will supply those around it.")
COVERS = gettext_noop("From there, %(card)s can hit %(target)s.")
HOLDS = gettext_noop(
    "The enemy troops in range can’t destroy %(card)s there, and it blocks the way."
)
RISKS = gettext_noop(
    "The enemy troops in range can destroy %(card)s there, but it gains ground or covers others."
)
ESCAPES = gettext_noop(
    "The enemy troops in range could destroy %(card)s where it stands, but not there."
)
ADVANCES = gettext_noop("%(card)s gets closer to the enemy’s far edge, where a breakthrough wins.")
SHIFTS = gettext_noop("%(card)s takes its supply along.")
SACRIFICES = gettext_noop("%(card)s is lost there: only what its loss clears can be worth it.")
BUILDS = gettext_noop("%(card)s makes that cell harder for the enemy to take or to cross.")
PLAYS = gettext_noop("%(card)s does more on the field now than in your hand.")
SWAPS = gettext_noop("You have enough supply in hand, so swap %(card)s for another card.")
KEEPS_HAND = gettext_noop("You may still need every card in your hand.")
OPENING_KEPT = gettext_noop("This hand has supply, and troops it’s enough for.")
OPENING_CHANGED = gettext_noop("This hand lacks supply, or troops it’s enough for.")
ENDS = gettext_noop("The side holding more enemy territory wins when the battle ends.")
PASSES = gettext_noop("Nothing you can do here improves your position.")

PLAIN = {
    "keep": OPENING_KEPT,
    "mulligan": OPENING_CHANGED,
    "skip_draw": KEEPS_HAND,
    "offer_end": ENDS,
    "pass": PASSES,
}


def reason(known: Observation, action: Action) -> Phrase:
    """Return why the club bot would play `action`, one of the legal ones, here."""
    kind = action["type"]
    if kind in PLAIN:
        return Phrase(PLAIN[kind])
    game, seat = known.view["state"], known.view["seat"]
    field = field_of(game)
    match kind:
        case "attack":
            return _attack(field, seat, action)
        case "move":
            return _move(field, seat, game, action)
        case "deploy":
            return _deploy(field, seat, game, action)
        case "breakthrough":
            return _about(BREAKS_THROUGH, field.unit_at[cell_of(action["from"])].code)
        case "skill":
            return _skill(field, seat, action)
    return _about(BUILDS if kind == "build" else SWAPS, action["card"])


def _about(message: str, code: str) -> Phrase:
    return Phrase(message, {"card": CardRef(code)})


def _is_breaking_through(field: Field, seat: int, cell: Cell) -> bool:
    """Tell whether an enemy troop in `cell` stands at the seat's own edge."""
    unit = field.unit_at.get(cell)
    return (
        unit is not None
        and unit.card.is_troop
        and unit.seat % 2 != seat % 2
        and depth_of(unit.seat, cell[1]) == FAR_EDGE_DEPTH
    )


def _attack(field: Field, seat: int, action: Action) -> Phrase:
    target, layer = cell_of(action["target"]), action["layer"]
    group = [field.unit_at[cell_of(cell)] for cell in action["from"]]
    attack, defence = joint_attack(field, group, target, layer)
    things = field.unit_at if layer == UNIT else field.facility_at
    code = things[target].code
    if attack > defence and layer == UNIT and _is_breaking_through(field, seat, target):
        return _about(STOPS, code)
    message = DESTROYS if attack > defence else FAILS
    return Phrase(message, {"card": CardRef(code), "attack": attack, "defence": defence})


def _skill(field: Field, seat: int, action: Action) -> Phrase:
    if action.get("layer") == UNIT and _is_breaking_through(field, seat, cell_of(action["target"])):
        return _about(STOPS, field.unit_at[cell_of(action["target"])].code)
    return _about(PLAYS, action["card"])


def _deploy(field: Field, seat: int, game: JsonObject, action: Action) -> Phrase:
    after = imagine(field, seat, game["round"], action)
    unit = after.unit_at[cell_of(action["to"])]
    if not unit.card.is_troop:
        return _about(SUPPLIES if _supplies(field, after, seat) else STOCKS, unit.code)
    return _stands(after, unit)


def _supplies(before: Field, after: Field, seat: int) -> bool:
    """Tell whether a troop of the side has supply only afterwards."""
    return any(
        other.seat % 2 == seat % 2
        and other.card.is_troop
        and is_supplied(after, other)
        and not is_supplied(before, other)
        for other in before.units
    )


def _stands(field: Field, unit: Unit) -> Phrase:
    """Return what a troop does where it stands."""
    hit = [other for other in field.enemy_units(unit.seat) if other.cell in reach_of(unit)]
    if hit and is_supplied(field, unit):
        return Phrase(COVERS, {"card": CardRef(unit.code), "target": CardRef(hit[0].code)})
    return _about(RISKS if _in_danger(field, unit) else HOLDS, unit.code)


def _in_danger(field: Field, unit: Unit) -> bool:
    """Tell whether the enemy's supplied troops in range can destroy a troop together."""
    group = [
        other
        for other in field.enemy_units(unit.seat)
        if other.card.is_troop and unit.cell in reach_of(other) and is_supplied(field, other)
    ]
    attack, defence = joint_attack(field, group, unit.cell, UNIT)
    return attack > defence


def _move(field: Field, seat: int, game: JsonObject, action: Action) -> Phrase:
    before = field.unit_at[cell_of(action["from"])]
    after = imagine(field, seat, game["round"], action)
    unit = after.unit_at.get(cell_of(action["path"][-1]))
    if unit is None:
        return _about(SACRIFICES, before.code)
    if not unit.card.is_troop:
        return _about(SUPPLIES if _supplies(field, after, seat) else SHIFTS, unit.code)
    if _in_danger(field, before) and not _in_danger(after, unit):
        return _about(ESCAPES, unit.code)
    if depth_of(seat, unit.cell[1]) > depth_of(seat, before.cell[1]):
        return _about(ADVANCES, unit.code)
    return _stands(after, unit)
