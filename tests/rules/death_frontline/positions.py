"""Hand-made positions for the rule tests: what stands where, and who may act."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.contract import Action, Event, IllegalAction, Rules
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.rules.death_frontline import RULES
from games.rules.death_frontline.decide import TEAM_DECKS
from games.rules.death_frontline.field import Cell, Effect, Facility, Field, Unit, reading_order
from games.rules.death_frontline.legal import has_deed
from games.rules.death_frontline.state import TURN_STEPS, SeatState, State, sort_hand

SEED = bytes(range(32))
DUEL_DECKS = ("us", "wehrmacht")


def unit(code: str, seat: int, cell: Cell, **flags: Any) -> Unit:
    """Return a unit that came in round 1 and has done nothing yet this round."""
    return Unit(
        cell,
        code,
        seat,
        flags.get("exhausted", False),
        flags.get("moved", False),
        flags.get("deployed_round", 1),
    )


def facility(code: str, seat: int, cell: Cell) -> Facility:
    """Return a facility."""
    return Facility(cell, code, seat)


def position(
    step: str = "deploy",
    units: tuple[Unit, ...] = (),
    facilities: tuple[Facility, ...] = (),
    *,
    seats: int = 2,
    turn: int = 0,
    hands: dict[int, tuple[str, ...]] | None = None,
    piles: dict[int, tuple[str, ...]] | None = None,
    effects: tuple[Effect, ...] = (),
    decks: tuple[str, ...] = DUEL_DECKS,
    **changes: Any,
) -> State:
    """Return a state of round 2 in which `turn` is to act.

    Each seat has two rifles in its draw pile unless `piles` says otherwise, so
    that no side is without troops by accident.
    """
    nobody = (False,) * seats
    state = State(
        end_on="out_of_cards",
        max_rounds=30,
        round=2,
        step=step,
        order=tuple(range(seats)),
        turn=turn,
        passed=nobody,
        seats=_seats(decks if seats == 2 else TEAM_DECKS, hands or {}, piles or {}),
        field=_field(seats, units, facilities, effects),
        offers=nobody,
        could_act=nobody,
        resigned=nobody,
    )
    state = state._replace(**changes)
    if step not in TURN_STEPS or not has_deed(state, turn):
        return state
    return state._replace(could_act=tuple(seat == turn for seat in range(seats)))


def _seats(
    decks: tuple[str, ...], hands: dict[int, tuple[str, ...]], piles: dict[int, tuple[str, ...]]
) -> tuple[SeatState, ...]:
    return tuple(
        SeatState(deck, sort_hand(hands.get(seat, ())), piles.get(seat, (f"{deck}.rifle",) * 2))
        for seat, deck in enumerate(decks)
    )


def _field(
    seats: int,
    units: tuple[Unit, ...],
    facilities: tuple[Facility, ...],
    effects: tuple[Effect, ...],
) -> Field:
    return Field(
        4 if seats == 2 else 5,
        tuple(sorted(units, key=lambda one: reading_order(one.cell))),
        tuple(sorted(facilities, key=lambda one: reading_order(one.cell))),
        effects,
    )


def begin(seats: int = 2, *, rules: Rules = RULES, **options: Any) -> State:
    """Return the state after the deal of a real match."""
    chosen = complete_options(rules.meta, seats, options)
    return start_match(rules, chosen, seats, chance())[1]


def chance() -> Chance:
    """Return the stream every test uses."""
    return Chance(SEED, RULES.meta.key)


def told(state: State, seat: int, action: Action) -> list[Event]:
    """Return the events of an action."""
    return play_action(RULES, state, seat, action, chance())[0]


def act(state: State, seat: int, *actions: Action) -> State:
    """Return the state after actions of one seat."""
    for action in actions:
        state = play_action(RULES, state, seat, action, chance())[1]
    return state


def refusal(state: State, seat: int, action: Action) -> str:
    """Return the code with which an action is refused; fails if it is not."""
    with pytest.raises(IllegalAction) as refused:
        play_action(RULES, state, seat, action, chance())
    assert refused.value.phrase.key
    return refused.value.code


def legal(state: State, kind: str) -> list[Action]:
    """Return the legal actions of one type of the seat to act."""
    seat = RULES.to_act(state)
    return [action for action in RULES.legal_actions(state, seat) if action["type"] == kind]


def everybody_passes(state: State, step: str) -> State:
    """Return the state once every seat has passed in `step`, which must be the current one."""
    while state.step == step and state.result is None:
        seat = RULES.to_act(state)
        state = act(state, seat, PASS)
    return state


def on(state: State, cell: Cell) -> str | None:
    """Return the code of the unit in a cell."""
    found = state.field.unit_at.get(cell)
    return found.code if found else None


PASS: Action = {"type": "pass"}
OFFER: Action = {"type": "offer_end"}
RESIGN: Action = {"type": "resign"}
KEEP: Action = {"type": "keep"}


def deploy(card: str, x: int, y: int) -> Action:
    """Return a deploy action."""
    return {"type": "deploy", "card": card, "to": [x, y]}


def move(start: Cell, *path: Cell) -> Action:
    """Return a move action."""
    return {"type": "move", "from": [*start], "path": [[*cell] for cell in path]}


def build(card: str, x: int, y: int) -> Action:
    """Return a build action."""
    return {"type": "build", "card": card, "to": [x, y]}


def attack(*cells: Cell, target: Cell, layer: str = "unit", advance: Cell | None = None) -> Action:
    """Return an attack action."""
    return {
        "type": "attack",
        "from": [[*cell] for cell in cells],
        "target": [*target],
        "layer": layer,
        "advance": None if advance is None else [*advance],
    }


def skill(card: str, **target: Any) -> Action:
    """Return a skill action."""
    return {"type": "skill", "card": card, **target}
