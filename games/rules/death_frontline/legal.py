"""List what a seat may do now: the verbs of each step. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import Action
from games.rules.death_frontline import state as steps
from games.rules.death_frontline.course import Verb
from games.rules.death_frontline.state import State
from games.rules.death_frontline.verbs.attacking import ATTACK
from games.rules.death_frontline.verbs.breaking_through import BREAK_THROUGH
from games.rules.death_frontline.verbs.building import BUILD
from games.rules.death_frontline.verbs.deploying import DEPLOY
from games.rules.death_frontline.verbs.drawing import SKIP_DRAW, SWAP_DRAW
from games.rules.death_frontline.verbs.moving import MOVE
from games.rules.death_frontline.verbs.opening import KEEP, TAKE_MULLIGAN
from games.rules.death_frontline.verbs.passing import OFFER_END, PASS
from games.rules.death_frontline.verbs.skills import PLAY_SKILL

ALWAYS: Mapping[str, Verb] = {"pass": PASS, "offer_end": OFFER_END}

DEEDS: Mapping[str, Mapping[str, Verb]] = {
    steps.MULLIGAN: {"keep": KEEP, "mulligan": TAKE_MULLIGAN},
    steps.DRAW: {"skip_draw": SKIP_DRAW, "swap_draw": SWAP_DRAW},
    steps.DEPLOY: {"breakthrough": BREAK_THROUGH, "deploy": DEPLOY, "move": MOVE},
    steps.FACILITY_STEP: {"build": BUILD},
    steps.SKILL_STEP: {"skill": PLAY_SKILL},
    steps.ATTACK_STEP: {"attack": ATTACK},
}
"""By step: its verbs other than passing and offering the end."""

VERBS: Mapping[str, Mapping[str, Verb]] = {
    step: {**deeds, **ALWAYS} if step in steps.TURN_STEPS else deeds
    for step, deeds in DEEDS.items()
}
"""By step: all of its verbs."""

TYPES = frozenset(kind for verbs in VERBS.values() for kind in verbs)
BREAK_THROUGH_ONLY: Mapping[str, Verb] = {"breakthrough": BREAK_THROUGH}


def must_break_through(state: State, seat: int) -> bool:
    """Tell whether the seat has a troop that must leave the field, barring any other action."""
    return state.step == steps.DEPLOY and BREAK_THROUGH.is_open(state, seat)


def verbs_of(state: State, seat: int) -> Mapping[str, Verb]:
    """Return the action types open to the seat whose turn it is, by name."""
    if must_break_through(state, seat):
        return BREAK_THROUGH_ONLY
    return VERBS.get(state.step, {})


def has_deed(state: State, seat: int) -> bool:
    """Tell whether a seat can do anything in this step other than pass or offer the end."""
    return any(verb.is_open(state, seat) for verb in DEEDS[state.step].values())


def legal_actions(state: State, seat: int) -> list[Action]:
    """Return a seat's legal actions except resigning, in normal form; none out of turn."""
    if state.turn != seat:
        return []
    verbs = verbs_of(state, seat).values()
    return [action for verb in verbs for action in verb.choices(state, seat)]
