"""Every fact in the club bot's reasons holds when its action is played."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.death_frontline import field_events as fought
from games.rules.death_frontline.bots import reasons as why
from games.rules.death_frontline.field import Field, Unit, depth_of, reach_of
from games.rules.death_frontline.supply import is_supplied
from games.rules.death_frontline.values import UNIT, joint_attack
from tests.contract.matches import played_matches
from tests.support.reasons import Given, reasons_of


def cell(value: list[int]) -> tuple[int, int]:
    return value[0], value[1]


def lost(given: Given) -> bool:
    return given.names(fought.UnitLost) or given.names(fought.FacilityLost)


def figures_hold(given: Given) -> bool:
    attacked = next(one for one in given.events if isinstance(one, fought.Attacked))
    said = (given.told("attack"), given.told("defence"))
    return (attacked.attack, attacked.defence) == said


def can_be_destroyed(field: Field, unit: Unit) -> bool:
    """Tell whether the enemy troops in range, together, beat the unit's defence."""
    group = [
        other
        for other in field.enemy_units(unit.seat)
        if other.card.is_troop and is_supplied(field, other) and unit.cell in reach_of(other)
    ]
    attack, defence = joint_attack(field, group, unit.cell, UNIT) if group else (0, 1)
    return attack > defence


def acted(given: Given) -> Unit:
    """Return the unit that was deployed or moved, where it now stands."""
    to = given.action.get("to") or given.action["path"][-1]
    unit: Unit = given.after.field.unit_at[cell(to)]
    return unit


def moved_from(given: Given) -> Unit:
    unit: Unit = given.before.field.unit_at[cell(given.action["from"])]
    return unit


def covers(given: Given) -> bool:
    unit, field = acted(given), given.after.field
    hit = [one for one in field.enemy_units(unit.seat) if one.cell in reach_of(unit)]
    return given.told("target") in [one.code for one in hit] and is_supplied(field, unit)


def stops(given: Given) -> bool:
    target = given.before.field.unit_at[cell(given.action["target"])]
    stands = depth_of(target.seat, target.cell[1]) == 3 and target.code == given.told("card")
    return stands and target.seat % 2 != given.seat % 2


def escapes(given: Given) -> bool:
    before = can_be_destroyed(given.before.field, moved_from(given))
    return before and not can_be_destroyed(given.after.field, acted(given))


def advances(given: Given) -> bool:
    depths = [depth_of(given.seat, one.cell[1]) for one in (moved_from(given), acted(given))]
    return depths[1] > depths[0]


def supplies(given: Given) -> bool:
    before, after = given.before.field, given.after.field
    own = [one for one in after.units if one.seat % 2 == given.seat % 2 and one.card.is_troop]
    gained = [
        one
        for one in own
        if is_supplied(after, one) and one.cell in before.unit_at and not is_supplied(before, one)
    ]
    return bool(gained)


def always(given: Given) -> bool:
    """Say nothing that the action's kind does not say."""
    return True


FACTS: dict[str, Callable[[Given], bool]] = {
    why.BREAKS_THROUGH: lambda given: (
        given.names(fought.BrokeThrough) and given.after.result is not None
    ),
    why.STOPS: stops,
    why.DESTROYS: lambda given: figures_hold(given) and lost(given),
    why.FAILS: lambda given: figures_hold(given) and not lost(given),
    why.SUPPLIES: supplies,
    why.STOCKS: lambda given: not acted(given).card.is_troop,
    why.COVERS: covers,
    why.HOLDS: lambda given: not can_be_destroyed(given.after.field, acted(given)),
    why.RISKS: lambda given: can_be_destroyed(given.after.field, acted(given)),
    why.ESCAPES: escapes,
    why.ADVANCES: advances,
    why.SHIFTS: lambda given: not moved_from(given).card.is_troop,
    why.SACRIFICES: lambda given: cell(given.action["path"][-1]) not in given.after.field.unit_at,
    why.BUILDS: lambda given: given.names(fought.Built),
    why.PLAYS: lambda given: given.names(fought.SkillPlayed),
    why.SWAPS: lambda given: given.told("card") not in ("",),
    why.KEEPS_HAND: always,
    why.OPENING_KEPT: always,
    why.OPENING_CHANGED: always,
    why.ENDS: always,
    why.PASSES: always,
}


def test_every_fact_holds_when_the_action_is_played() -> None:
    told = set()
    for ruleset in (1, 2):
        for played in played_matches("death_frontline", ruleset):
            for given in reasons_of(played, 100):
                told.add(given.phrase.key)
                assert FACTS[given.phrase.key](given), (given.phrase, given.action)
    assert told >= {*FACTS} - {why.STOPS}  # that is in test_bots.py
