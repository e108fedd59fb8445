"""Step 1a with a full hand: draw nothing, or discard a card and draw. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.actions import read_str, require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, IllegalAction
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.events import Discarded, DrawSkipped, Drew
from games.rules.death_frontline.reading import NOT_IN_HAND
from games.rules.death_frontline.state import State


def draw_top(course: Course, seat: int) -> None:
    """Let a seat draw the top card of its draw pile, which must hold one."""
    course.add(Drew(seat, course.state.own(seat).draw_pile[-1]))


def _skip_choices(state: State, seat: int) -> Iterator[Action]:
    yield {"type": "skip_draw"}


def _skip(course: Course, seat: int, action: Action, chance: Chance) -> None:
    require_keys(action, ())
    course.add(DrawSkipped(seat))


def _swap_choices(state: State, seat: int) -> Iterator[Action]:
    for code in dict.fromkeys(state.own(seat).hand):
        yield {"type": "swap_draw", "card": code}


def _swap(course: Course, seat: int, action: Action, chance: Chance) -> None:
    require_keys(action, ("card",))
    code = read_str(action, "card")
    if code not in course.state.own(seat).hand:
        raise IllegalAction("not_in_hand", NOT_IN_HAND)
    course.add(Discarded(seat, code))
    draw_top(course, seat)


SKIP_DRAW = Verb(_skip_choices, _skip)
SWAP_DRAW = Verb(_swap_choices, _swap)
