"""Step 2a: playing a skill card from the hand. Pure.

Each effect defines its action's keys, its possible targets, and what it does
once the card is on the discard pile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, IllegalAction
from games.engine.text import gettext_noop
from games.rules.death_frontline import cards as words
from games.rules.death_frontline.cards import Card
from games.rules.death_frontline.catalogue import CARDS, SKILL_CARDS, TROOPS
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.entering import paths
from games.rules.death_frontline.field import ROWS, Cell, Field, same_side
from games.rules.death_frontline.field_events import EffectBegan, SkillPlayed, Suppressed
from games.rules.death_frontline.reading import (
    NO_TARGET,
    read_card,
    read_cell,
    read_cells,
    read_own_unit,
    read_target,
    refuse_card,
)
from games.rules.death_frontline.state import State
from games.rules.death_frontline.values import FACILITY, UNIT, target_defence, unit_defence
from games.rules.death_frontline.verbs.moving import EMPLACED_STAYS, go, refuse_path

BLOCK = 2

NOT_A_BLOCK = gettext_noop("The whole block of four cells must be on the field.")

Target = dict[str, Any]


@dataclass(frozen=True)
class Skill:
    """One effect: its action's keys, its targets, and how it is carried out."""

    keys: tuple[str, ...]
    targets: Callable[[State, int, Card], Iterator[Target]]
    play: Callable[[Course, int, Card, Action], None]


def _choices(state: State, seat: int) -> Iterator[Action]:
    for code in dict.fromkeys(state.seats[seat].hand):
        if code in SKILL_CARDS:
            card = CARDS[code]
            for target in SKILLS[card.effect].targets(state, seat, card):
                yield {"type": "skill", "card": code, **target}


def _play(course: Course, seat: int, action: Action, chance: Chance) -> None:
    if "card" not in action:
        require_keys(action, ("card",))
    card = read_card(course.state, seat, action, (words.SKILL,))
    skill = SKILLS[card.effect]
    require_keys(action, ("card", *skill.keys))
    skill.play(course, seat, card, action)


def _strike_targets(state: State, seat: int, card: Card) -> Iterator[Target]:
    for unit in state.field.enemy_units(seat):
        yield {"target": [*unit.cell], "layer": UNIT}
    for facility in state.field.enemy_facilities(seat):
        yield {"target": [*facility.cell], "layer": FACILITY}


def _strike(course: Course, seat: int, card: Card, action: Action) -> None:
    cell, layer = read_target(course.state, seat, action)
    beaten = card.amount > target_defence(course.state.field, cell, layer)
    course.add(SkillPlayed(seat, card.code, cell))
    if beaten:
        lose = course.lose_unit if layer == UNIT else course.lose_facility
        lose(cell, "skill")


def _in_block(field: Field, cell: Cell) -> bool:
    """Tell whether the 2×2 block with lower left `cell` is on the field."""
    return 1 <= cell[0] <= field.width - BLOCK + 1 and 1 <= cell[1] <= ROWS - BLOCK + 1


def block_of(cell: Cell) -> list[Cell]:
    """Return the cells of the 2×2 block with lower left `cell`, by y then x."""
    return [(cell[0] + dx, cell[1] + dy) for dy in range(BLOCK) for dx in range(BLOCK)]


def _barrage_targets(state: State, seat: int, card: Card) -> Iterator[Target]:
    for cell in state.field.cells():
        if _in_block(state.field, cell):
            yield {"target": [*cell]}


def _barrage(course: Course, seat: int, card: Card, action: Action) -> None:
    field = course.state.field
    cell = read_cell(action, "target", field)
    if not _in_block(field, cell):
        raise IllegalAction("not_a_block", NOT_A_BLOCK)
    course.add(SkillPlayed(seat, card.code, cell))
    for hit in block_of(cell):
        unit = field.unit_at.get(hit)
        if unit and not same_side(unit.seat, seat) and card.amount > unit_defence(field, unit):
            course.lose_unit(hit, "skill")


def _no_target(state: State, seat: int, card: Card) -> Iterator[Target]:
    yield {}


def _lasting(course: Course, seat: int, card: Card, action: Action) -> None:
    course.add(SkillPlayed(seat, card.code, None))
    course.add(EffectBegan(seat, card.effect, card.amount))


def _suppress_targets(state: State, seat: int, card: Card) -> Iterator[Target]:
    for unit in state.field.enemy_units(seat):
        if unit.code in TROOPS:
            yield {"target": [*unit.cell]}


def _suppress(course: Course, seat: int, card: Card, action: Action) -> None:
    field = course.state.field
    cell = read_cell(action, "target", field)
    unit = field.unit_at.get(cell)
    if unit is None or same_side(unit.seat, seat) or not unit.card.is_troop:
        raise IllegalAction("no_target", NO_TARGET)
    course.add(SkillPlayed(seat, card.code, cell))
    course.add(Suppressed(unit.seat, unit.code, cell))


def _blitz_targets(state: State, seat: int, card: Card) -> Iterator[Target]:
    for unit in state.field.own_units(seat):
        if unit.card.is_troop and not unit.card.has(words.EMPLACED):
            for path in paths(state.field, unit, card.amount):
                yield {"from": [*unit.cell], "path": [[*cell] for cell in path]}


def _blitz(course: Course, seat: int, card: Card, action: Action) -> None:
    state = course.state
    unit = read_own_unit(state, seat, read_cell(action, "from", state.field), troop=True)
    path = read_cells(action, "path")
    if unit.card.has(words.EMPLACED):
        raise refuse_card("emplaced", EMPLACED_STAYS, unit.code)
    refuse_path(state, unit, path, card.amount)
    course.add(SkillPlayed(seat, card.code, None))
    go(course, unit, path, counts=False)


SKILLS = {
    words.STRIKE: Skill(("target", "layer"), _strike_targets, _strike),
    words.BARRAGE: Skill(("target",), _barrage_targets, _barrage),
    words.RALLY: Skill((), _no_target, _lasting),
    words.ASSAULT: Skill((), _no_target, _lasting),
    words.SUPPLY: Skill((), _no_target, _lasting),
    words.SUPPRESS: Skill(("target",), _suppress_targets, _suppress),
    words.BLITZ: Skill(("from", "path"), _blitz_targets, _blitz),
}

PLAY_SKILL = Verb(_choices, _play)
