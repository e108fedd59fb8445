"""The club bot's judgement of a field is what the rules' own functions make of it."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.death_frontline.bots import judge
from games.rules.death_frontline.bots.imagine import settle_facilities
from games.rules.death_frontline.catalogue import CARDS, FACILITIES, RESOURCES, TROOPS
from games.rules.death_frontline.field import (
    Effect,
    Facility,
    Field,
    Unit,
    depth_of,
    forward_of,
    reach_of,
    same_side,
)
from games.rules.death_frontline.supply import is_supplied
from games.rules.death_frontline.values import attack_value, unit_defence
from tests.rules.death_frontline.positions import facility, unit

EFFECTS = ("supply", "assault", "rally")


def scattered(seed: int) -> Field:
    """Return a field with whatever fits on it, anywhere."""
    dice, width = Random(seed), Random(seed).choice((5, 7))
    cells = [(x, y) for x in range(1, width + 1) for y in range(1, 8)]
    units = [
        unit(code, dice.randrange(4), cell, exhausted=dice.random() < 0.3)
        for code, cell in zip(
            dice.choices(sorted(TROOPS), k=11) + dice.choices(sorted(RESOURCES), k=6),
            dice.sample(cells, 17),
            strict=True,
        )
    ]
    things = [
        facility(code, dice.randrange(4), cell)
        for code, cell in zip(
            dice.choices(sorted(FACILITIES), k=5), dice.sample(cells, 5), strict=True
        )
    ]
    effects = [Effect(dice.choice(EFFECTS), 2, dice.randrange(4)) for _ in range(seed % 3)]
    return Field(width, tuple(units), tuple(things), tuple(effects))


def worth(field: Field, one: Unit) -> float:
    """Return what a unit is worth if nobody hits it, as `judge` says beside its weights."""
    card = CARDS[one.code]
    if not card.is_troop:
        return 2.0 + 0.7 * card.level
    value = 3.0 + 0.6 * card.attack + 0.4 * card.defence + 0.2 * card.anti_tank
    if card.has("emplaced"):
        return value
    depth = depth_of(one.seat, one.cell[1])
    ahead = (one.cell[0], one.cell[1] + forward_of(one.seat))
    progress = judge.PROGRESS[depth]
    return value + progress * (judge.BLOCKED if depth < 3 and ahead in field.unit_at else 1.0)


def kept(field: Field, one: Unit) -> float:
    """Return which share of its value a unit keeps under the enemy's guns."""
    guns = [
        other
        for other in field.enemy_units(one.seat)
        if other.code in TROOPS and is_supplied(field, other) and one.cell in reach_of(other)
    ]
    hits = {other: attack_value(field, other, one.card.has("vehicle")) for other in guns}
    later, defence = sum(hits.values()), unit_defence(field, one)
    if later and sum(hits[other] for other in guns if not other.exhausted) > defence:
        return judge.KEEPS_WHEN_HIT_NOW
    return judge.KEEPS_WHEN_HIT_LATER if later and later > defence else 1.0


def guard(field: Field, one: Unit) -> float:
    """Return the worth of the cells that a supplied troop reaches, so far as they need guarding."""
    near = [c for c in reach_of(one) if field.holds(c) and depth_of(one.seat, c[1]) <= 0]
    return judge.SUPPLIED + judge.GUARD * len(near)


def signed(one: Unit | Facility, value: float) -> float:
    """Return a value as the Allies see it."""
    return value if same_side(one.seat, 0) else -value


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_it_is_what_the_rules_make_of_the_field(first):
    for seed in range(first, first + 50):
        field = scattered(seed)
        armed = [one for one in field.units if one.code in TROOPS and is_supplied(field, one)]
        things = sum(signed(f, judge.FACILITY[f.card.effect]) for f in field.facilities)
        calm = sum(signed(one, worth(field, one)) for one in field.units)
        calm += sum(signed(one, judge.SUPPLIED) for one in armed) + things
        assert judge.judge_unthreatened(field, 0) == pytest.approx(calm)
        fought = sum(signed(one, worth(field, one) * kept(field, one)) for one in field.units)
        fought += sum(signed(one, guard(field, one)) for one in armed) + things
        assert judge.judge(field, 0) == pytest.approx(fought)
        assert judge.judge(field, 3) == pytest.approx(-fought)


def test_resources_beside_enemy_troops_go_and_no_others():
    for seed in range(100):
        field = scattered(seed)
        near = {
            one.cell: [field.unit_at[c] for c in field.beside(one.cell) if c in field.unit_at]
            for one in field.units
        }
        gone = [
            one
            for one in field.units
            if one.code in RESOURCES
            and any(o.code in TROOPS and not same_side(o.seat, one.seat) for o in near[one.cell])
        ]
        left = settle_facilities(field).units
        assert left == tuple(one for one in field.units if one not in gone)
