"""Step 2b: troops attack together, are exhausted, and one may advance. Pure.

Every subset of the troops that reach a target is a legal attack. Groups are
listed from values computed once per troop.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, IllegalAction
from games.engine.text import gettext_noop
from games.rules.death_frontline.cards import BREACHER, INDIRECT
from games.rules.death_frontline.catalogue import EMPLACED_TROOPS, TROOPS, codes_with
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.entering import is_barred
from games.rules.death_frontline.field import Cell, Field, Unit, reach_of, reading_order
from games.rules.death_frontline.field_events import Advanced, Attacked
from games.rules.death_frontline.reading import (
    as_cell,
    read_cells,
    read_own_unit,
    read_target,
    refuse_card,
)
from games.rules.death_frontline.state import State
from games.rules.death_frontline.supply import is_supplied
from games.rules.death_frontline.values import (
    FACILITY,
    UNIT,
    against_vehicle,
    attack_value,
    joint_attack,
    target_defence,
)
from games.rules.death_frontline.verbs.moving import enter_mines

BREACHERS = codes_with(BREACHER)
STAYING = EMPLACED_TROOPS | codes_with(INDIRECT)

TWICE = gettext_noop("A troop can join an attack only once.")
EXHAUSTED = gettext_noop("%(card)s is exhausted until the end of the round.")
NOT_SUPPLIED = gettext_noop("%(card)s isn’t supplied, so it can’t attack.")
OUT_OF_RANGE = gettext_noop("The target is out of range of %(card)s. Choose another target.")
NO_ADVANCE = gettext_noop("No troop can advance: this attack doesn’t destroy a troop.")
NOT_ATTACKING = gettext_noop("Only one attacker can advance.")
CANNOT_ADVANCE = gettext_noop("%(card)s can’t advance into that cell.")


def can_advance(field: Field, unit: Unit, cell: Cell) -> bool:
    """Tell whether an attacker may enter the cell of the troop it helped destroy."""
    if unit.code in STAYING:
        return False
    return not is_barred(field, unit.card, cell)


class Attacker(NamedTuple):
    """One troop's contribution to an attack on one target."""

    cell: Cell
    value: int
    breaches: bool
    advances: bool


class Attackable(NamedTuple):
    """One target, its possible attackers, and the defence they must beat."""

    cell: Cell
    layer: str
    attackers: tuple[Attacker, ...]
    defence: int
    breached_defence: int

    def is_beaten_by(self, group: tuple[Attacker, ...]) -> bool:
        """Tell whether these attackers together destroy the target."""
        breached = any(attacker.breaches for attacker in group)
        defence = self.breached_defence if breached else self.defence
        return sum(attacker.value for attacker in group) > defence


def attackables(field: Field, seat: int) -> Iterator[Attackable]:
    """Yield every target that at least one ready troop of `seat` reaches."""
    for cell, layer, near in _within_reach(field, seat):
        yield _attackable(field, cell, layer, near)


def _within_reach(field: Field, seat: int) -> Iterator[tuple[Cell, str, list[Unit]]]:
    """Yield (cell, layer, troops) of every target and the ready troops that reach it."""
    targets = [(enemy.cell, UNIT) for enemy in field.enemy_units(seat)]
    targets += [(thing.cell, FACILITY) for thing in field.enemy_facilities(seat)]
    ready = _ready_troops(field, seat, [cell for cell, _ in targets])
    for cell, layer in targets if ready else ():
        near = [unit for unit, reach in ready if cell in reach]
        if near:
            yield cell, layer, near


def _ready_troops(
    field: Field, seat: int, targets: list[Cell]
) -> list[tuple[Unit, frozenset[Cell]]]:
    """Return the seat's troops that can attack any of `targets`, each with those it reaches."""
    return [
        (unit, reach)
        for unit in field.units
        if unit.seat == seat
        and not unit.exhausted
        and unit.code in TROOPS
        and not (reach := reach_of(unit)).isdisjoint(targets)
        and is_supplied(field, unit)
    ]


def _attackable(field: Field, cell: Cell, layer: str, near: list[Unit]) -> Attackable:
    vehicle = against_vehicle(field, cell, layer)
    troop = layer == UNIT and field.unit_at[cell].code in TROOPS
    attackers = tuple(
        Attacker(
            unit.cell,
            attack_value(field, unit, vehicle),
            unit.code in BREACHERS,
            troop and can_advance(field, unit, cell),
        )
        for unit in near
    )
    whole = target_defence(field, cell, layer)
    return Attackable(cell, layer, attackers, whole, target_defence(field, cell, layer, True))


def _has_choice(state: State, seat: int) -> bool:
    return next(_within_reach(state.field, seat), None) is not None


def _choices(state: State, seat: int) -> Iterator[Action]:
    for target in attackables(state.field, seat):
        for size in range(1, len(target.attackers) + 1):
            for group in combinations(target.attackers, size):
                yield from _with_advances(target, group)


def _with_advances(target: Attackable, group: tuple[Attacker, ...]) -> Iterator[Action]:
    """Yield the attack of one group without an advance and with each possible one."""
    advances: list[Cell | None] = [None]
    if target.is_beaten_by(group):
        advances += [attacker.cell for attacker in group if attacker.advances]
    for advance in advances:
        yield {
            "type": "attack",
            "from": [[*attacker.cell] for attacker in group],
            "target": [*target.cell],
            "layer": target.layer,
            "advance": None if advance is None else [*advance],
        }


def normal(action: Action) -> Action:
    """Return an attack with its attackers sorted by y then x, other actions unchanged.

    Raises IllegalAction for an unreadable attack.
    """
    if action.get("type") != "attack":
        return action
    _require_attack(action)
    cells = sorted(read_cells(action, "from"), key=reading_order)
    return {**action, "from": [[*cell] for cell in cells]}


def _require_attack(action: Action) -> None:
    require_keys(action, ("from", "target", "layer", "advance"))


def _play(course: Course, seat: int, action: Action, chance: Chance) -> None:
    _require_attack(action)
    state = course.state
    cells = read_cells(action, "from")
    target, layer = read_target(state, seat, action)
    group = [_read_attacker(state, seat, cell, target) for cell in cells]
    if len(set(cells)) < len(cells):
        raise IllegalAction("twice", TWICE)
    attack, defence = joint_attack(state.field, group, target, layer)
    advancing = _read_advance(state, action, group, target, layer, attack > defence)
    _carry_out(course, seat, group, target, layer, (attack, defence))
    if advancing:
        _advance(course, advancing, target)


def _read_attacker(state: State, seat: int, cell: Cell, target: Cell) -> Unit:
    """Return the troop in `cell`, refusing one that cannot attack `target`."""
    unit = read_own_unit(state, seat, cell, troop=True)
    if unit.exhausted:
        raise refuse_card("exhausted", EXHAUSTED, unit.code)
    if target not in reach_of(unit):
        raise refuse_card("out_of_range", OUT_OF_RANGE, unit.code)
    if not is_supplied(state.field, unit):
        raise refuse_card("not_supplied", NOT_SUPPLIED, unit.code)
    return unit


def _read_advance(
    state: State, action: Action, group: list[Unit], target: Cell, layer: str, destroyed: bool
) -> Unit | None:
    """Return the attacker that advances, or None; refuse one that cannot."""
    if action["advance"] is None:
        return None
    cell = as_cell(action["advance"], "advance")
    chosen = {unit.cell: unit for unit in group}.get(cell)
    if chosen is None:
        raise IllegalAction("not_attacking", NOT_ATTACKING)
    if layer != UNIT or not destroyed or not state.field.unit_at[target].card.is_troop:
        raise IllegalAction("no_advance", NO_ADVANCE)
    if not can_advance(state.field, chosen, target):
        raise refuse_card("cannot_advance", CANNOT_ADVANCE, chosen.code)
    return chosen


def _carry_out(
    course: Course,
    seat: int,
    group: list[Unit],
    cell: Cell,
    layer: str,
    strengths: tuple[int, int],
) -> None:
    """Exhaust the attackers, and destroy the target if they beat it."""
    attack, defence = strengths
    field = course.state.field
    target = field.unit_at[cell].code if layer == UNIT else field.facility_at[cell].code
    cells = tuple(unit.cell for unit in group)
    codes = tuple(unit.code for unit in group)
    course.add(Attacked(seat, cells, codes, target, cell, layer, attack, defence, attack > defence))
    if attack > defence:
        lose = course.lose_unit if layer == UNIT else course.lose_facility
        lose(cell, "attack")


def _advance(course: Course, unit: Unit, cell: Cell) -> None:
    """Move an attacker into the target's cell, setting off mines."""
    before = course.state.field
    course.add(Advanced(unit.seat, unit.code, unit.cell, cell))
    enter_mines(course, before, unit, (cell,))


ATTACK = Verb(_choices, _play, _has_choice)
