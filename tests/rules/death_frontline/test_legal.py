"""In a crowded position exactly what is listed is accepted, of all that has an action’s form."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from games.engine.canonical import canonical
from games.engine.contract import Action, IllegalAction
from games.engine.match import play_action
from games.engine.snapshot import sorted_actions
from games.rules.death_frontline import RULES
from games.rules.death_frontline.field import Cell, cells_of
from games.rules.death_frontline.state import State
from tests.rules.death_frontline.positions import (
    attack,
    build,
    chance,
    deploy,
    facility,
    move,
    position,
    skill,
    unit,
)

CELLS = (*cells_of(5), (0, 1), (1, 0), (1, 8))
STEPS = tuple(step for step in product(range(-2, 3), repeat=2) if step != (0, 0))
WAYS = (*((step,) for step in STEPS), *product(STEPS, (*STEPS, (0, 0))))
BIGGEST_GROUP = 2

DUEL = (
    (
        unit("us.at_gun", 0, (1, 1)),
        unit("us.engineer", 0, (2, 1), moved=True),
        unit("us.recon", 0, (2, 2)),
        unit("us.depot", 0, (4, 2)),
        unit("us.mortar", 0, (3, 3)),
        unit("us.rifle", 0, (1, 4), exhausted=True),
        unit("us.paratroop", 0, (3, 4), deployed_round=2),
        unit("us.engineer", 0, (4, 4)),
        unit("us.medium_tank", 0, (2, 5)),
        unit("us.supply_truck", 0, (2, 6)),
        unit("wehrmacht.ammo_dump", 1, (1, 5)),
        unit("wehrmacht.medium_tank", 1, (3, 5)),
        unit("wehrmacht.command", 1, (4, 5)),
        unit("wehrmacht.rifle", 1, (1, 6)),
        unit("wehrmacht.sniper", 1, (3, 6)),
    ),
    (
        facility("us.obstacle", 0, (2, 3)),
        facility("us.minefield", 0, (1, 3)),
        facility("wehrmacht.obstacle", 1, (3, 4)),
        facility("wehrmacht.minefield", 1, (2, 4)),
        facility("wehrmacht.bunker", 1, (4, 5)),
    ),
)
TEAMS = (
    (
        unit("us.depot", 0, (2, 3)),
        unit("us.rifle", 0, (1, 4)),
        unit("uk.recon", 2, (3, 4)),
        unit("uk.at_team", 2, (5, 4)),
        unit("wehrmacht.engineer", 3, (2, 5)),
        unit("ss.heavy_tank", 1, (3, 5)),
        unit("ss.depot", 1, (4, 5)),
        unit("wehrmacht.command", 3, (5, 5)),
    ),
    (
        facility("us.minefield", 0, (3, 3)),
        facility("ss.minefield", 1, (2, 4)),
        facility("uk.obstacle", 2, (4, 4)),
        facility("wehrmacht.bunker", 3, (3, 5)),
    ),
)
US = ("us.rifle", "us.heavy_tank", "us.paratroop", "us.depot", "us.bunker", "us.air_strike")
WEHRMACHT = ("wehrmacht.recon", "wehrmacht.minefield", "wehrmacht.blitzkrieg")
UK = ("uk.paratroop", "uk.bunker", "uk.naval_gunfire", "uk.stand_fast")
SS = ("ss.light_tank", "ss.obstacle", "ss.suppressing_fire")


def _from_hand(state: State, seat: int) -> Iterator[Action]:
    for card, (x, y) in product(state.own(seat).hand, CELLS):
        yield deploy(card, x, y)
        yield build(card, x, y)
        yield skill(card, target=[x, y])
        yield skill(card, target=[x, y], layer="unit")
        yield skill(card, target=[x, y], layer="facility")
    for card in state.own(seat).hand:
        yield skill(card)


def _ways(state: State) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
    """Yield where each unit stands with paths on and off the field, of one step and of two."""
    for unit_there, way in product(state.field.units, WAYS):
        x, y = unit_there.cell
        yield (x, y), tuple((x + dx, y + dy) for dx, dy in way)


def _moves(state: State, seat: int) -> Iterator[Action]:
    for start, path in _ways(state):
        yield move(start, *path)


def _blitzes(state: State, seat: int) -> Iterator[Action]:
    if "wehrmacht.blitzkrieg" in state.own(seat).hand:
        for start, path in _ways(state):
            going = move(start, *path)
            yield skill("wehrmacht.blitzkrieg", **{key: going[key] for key in ("from", "path")})


def _attacks(state: State, seat: int) -> Iterator[Action]:
    cells = [one.cell for one in state.field.units]
    targets = sorted({*cells, *(thing.cell for thing in state.field.facilities)})
    groups = [group for size in (1, BIGGEST_GROUP) for group in combinations(cells, size)]
    for group, target, layer in product(groups, targets, ("unit", "facility")):
        for advance in (None, *group):
            yield attack(*group, target=target, layer=layer, advance=advance)


FORMS = {
    "deploy": (_from_hand, _moves),
    "facility": (_from_hand,),
    "skill": (_from_hand, _blitzes),
    "attack": (_attacks,),
}


def _is_accepted(state: State, seat: int, action: Action) -> bool:
    try:
        play_action(RULES, state, seat, action, chance())
    except IllegalAction:
        return False
    return True


def _texts(actions: list[Action]) -> list[str]:
    return [canonical(action) for action in sorted_actions(actions)]


@pytest.mark.parametrize("step", FORMS)
@pytest.mark.parametrize(
    ("seat", "hand", "seats", "stands"),
    [(0, US, 2, DUEL), (1, WEHRMACHT, 2, DUEL), (2, UK, 4, TEAMS), (1, SS, 4, TEAMS)],
    ids=["us", "wehrmacht", "uk with us", "ss with wehrmacht"],
)
def test_what_is_listed_is_what_is_accepted(step, seat, hand, seats, stands):
    state = position(step, *stands, seats=seats, turn=seat, hands={seat: hand})
    tried = [action for form in FORMS[step] for action in form(state, seat)]
    accepted = [action for action in tried if _is_accepted(state, seat, action)]
    listed = [
        action
        for action in RULES.legal_actions(state, seat)
        if action["type"] not in ("pass", "offer_end")
        and not (action["type"] == "attack" and len(action["from"]) > BIGGEST_GROUP)
    ]
    assert accepted
    assert _texts(accepted) == _texts(listed)
