"""End a match: at once, or by area at settlement. Pure.

Spec: Death Frontline, "The end"; record format, "Resigning" and "Result".
"""

from __future__ import annotations

from games.rules.death_frontline.catalogue import SIDES, TROOPS
from games.rules.death_frontline.course import Course
from games.rules.death_frontline.events import MatchEnded
from games.rules.death_frontline.field import Field, depth_of, side_of
from games.rules.death_frontline.state import State


def other_side(side: str) -> str:
    """Return the enemy's side."""
    return SIDES[1 - SIDES.index(side)]


def seats_of(state: State, side: str) -> range:
    """Return the seats of a side, including those that resigned."""
    return range(SIDES.index(side), len(state.seats), len(SIDES))


def end_match(
    course: Course, reason: str, winner: str | None, areas: tuple[int, int] | None = None
) -> None:
    """End the match; `winner` is a side, or None for a draw."""
    count = len(course.state.seats)
    ranks = tuple(1 if winner in (None, side_of(seat)) else 2 for seat in range(count))
    course.add(MatchEnded(reason, winner, ranks, areas))


def has_troops(state: State, side: str) -> bool:
    """Tell whether a side has a troop card on the field, in a hand or in a draw pile."""
    for own in state.seats[SIDES.index(side) :: len(SIDES)]:
        if not (TROOPS.isdisjoint(own.hand) and TROOPS.isdisjoint(own.draw_pile)):
            return True
    return any(u.code in TROOPS and side_of(u.seat) == side for u in state.field.units)


def end_by_annihilation(course: Course, seat: int) -> bool:
    """End the match if a side has no troops left; if both have none, the actor's side wins."""
    acting = side_of(seat)
    for loser in (other_side(acting), acting):
        if not has_troops(course.state, loser):
            end_match(course, "annihilation", other_side(loser))
            return True
    return False


def end_by_resignation(course: Course, seat: int) -> bool:
    """End the match if nobody is left on the seat's side."""
    side = side_of(seat)
    if not all(course.state.resigned[other] for other in seats_of(course.state, side)):
        return False
    end_match(course, "resignation", other_side(side))
    return True


def area_of(field: Field, side: str) -> int:
    """Return the number of cells of enemy territory a side's troops hold."""
    return sum(
        1
        for unit in field.units
        if unit.code in TROOPS
        and side_of(unit.seat) == side
        and depth_of(unit.seat, unit.cell[1]) > 0
    )


def end_by_settlement(course: Course) -> bool:
    """End the match by area if one of settlement's ending conditions holds."""
    reason = _settlement_reason(course.state)
    if reason is None:
        return False
    allies, axis = (area_of(course.state.field, side) for side in SIDES)
    winner = None if allies == axis else SIDES[0] if allies > axis else SIDES[1]
    end_match(course, reason, winner, (allies, axis))
    return True


def _settlement_reason(state: State) -> str | None:
    """Return the first ending condition that holds, in the record format's order."""
    playing = state.in_order()
    if any(is_out_of_cards(state, seat) for seat in playing):
        return "out_of_cards"
    for side in SIDES:
        if not any(state.could_act[seat] for seat in playing if side_of(seat) == side):
            return "no_action"
    if state.round >= state.max_rounds:
        return "max_rounds"
    if all(state.offers[seat] for seat in playing):
        return "agreement"
    return None


def is_out_of_cards(state: State, seat: int) -> bool:
    """Tell whether a seat has no cards left to play with, as the options count them."""
    own = state.own(seat)
    return not own.hand and (state.end_on == "empty_hand" or not own.draw_pile)
