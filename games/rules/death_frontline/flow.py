"""Advance after an action: next turn, next step, settlement, next round. Pure."""

from __future__ import annotations

from games.rules.death_frontline.course import Course
from games.rules.death_frontline.ending import (
    end_by_annihilation,
    end_by_resignation,
    end_by_settlement,
)
from games.rules.death_frontline.events import RoundBegan, StepBegan, TurnBegan
from games.rules.death_frontline.legal import has_deed
from games.rules.death_frontline.state import (
    DRAW,
    FACILITY_STEP,
    MULLIGAN,
    STEPS,
    TURN_STEPS,
    State,
)
from games.rules.death_frontline.verbs.building import clear_at_end_of_step
from games.rules.death_frontline.verbs.drawing import draw_top
from games.rules.death_frontline.verbs.opening import HAND


def go_on(course: Course, seat: int) -> None:
    """Carry on after `seat` has completed an action that used up its turn."""
    if course.state.result is None and not end_by_annihilation(course, seat):
        _next_turn(course, seat)


def go_on_without(course: Course, seat: int) -> None:
    """Carry on after `seat` resigned."""
    if end_by_resignation(course, seat) or end_by_annihilation(course, seat):
        return
    if course.state.turn == seat:
        _next_turn(course, seat)


def begin_step(course: Course, step: str) -> None:
    """Begin a step with its first turn; everybody who has not resigned takes part."""
    course.add(StepBegan(step, course.state.resigned))
    _give_turn(course, course.state.order)


def _next_turn(course: Course, seat: int) -> None:
    """Give the turn to the next seat after `seat` that has one in this step."""
    order = course.state.order
    place = order.index(seat) + 1
    again = order[:place] if course.state.step in TURN_STEPS else ()
    _give_turn(course, order[place:] + again)


def _give_turn(course: Course, candidates: tuple[int, ...]) -> None:
    """Give the turn to the first candidate that has one; with none, the step is over."""
    for seat in candidates:
        if course.state.passed[seat]:
            continue
        if course.state.step == DRAW and not _chooses_draw(course, seat):
            continue
        in_turn_steps = course.state.step in TURN_STEPS
        course.add(TurnBegan(seat, in_turn_steps and has_deed(course.state, seat)))
        return
    _end_step(course)


def _chooses_draw(course: Course, seat: int) -> bool:
    """Draw for a seat automatically, unless its full hand gives it the choice."""
    own = course.state.own(seat)
    if own.draw_pile and len(own.hand) >= HAND:
        return True
    if own.draw_pile:
        draw_top(course, seat)
    return False


def _end_step(course: Course) -> None:
    step = course.state.step
    if step == FACILITY_STEP:
        clear_at_end_of_step(course)
    if step != STEPS[-1]:
        begin_step(course, STEPS[STEPS.index(step) + 1])
    elif not end_by_settlement(course):
        begin_round(course)


def begin_round(course: Course) -> None:
    """Begin the next round, moving the first seat of the turn order to the end."""
    state: State = course.state
    course.add(RoundBegan(state.round + 1, (*state.order[1:], state.order[0])))
    begin_step(course, DRAW)


def begin_match(course: Course) -> None:
    """Begin the match with the opening hands."""
    begin_step(course, MULLIGAN)
