"""Keep the opening hand, or take the one mulligan. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.events import Kept, Mulliganed
from games.rules.death_frontline.state import Cards, State, sort_hand

HAND = 8


def draw_hand(cards: list[str]) -> tuple[Cards, Cards]:
    """Return (hand, rest of the pile) after drawing the hand from the top of `cards`."""
    return sort_hand(cards[-HAND:]), tuple(cards[:-HAND])


def _keep_choices(state: State, seat: int) -> Iterator[Action]:
    yield {"type": "keep"}


def _keep(course: Course, seat: int, action: Action, chance: Chance) -> None:
    require_keys(action, ())
    course.add(Kept(seat))


def _mulligan_choices(state: State, seat: int) -> Iterator[Action]:
    yield {"type": "mulligan"}


def _mulligan(course: Course, seat: int, action: Action, chance: Chance) -> None:
    """Shuffle the hand (canonical order) with the draw pile, and draw a new hand."""
    require_keys(action, ())
    own = course.state.own(seat)
    if course.state.apart:  # the deals came first, then each seat has its operation
        chance.skip_to(len(course.state.seats) + seat)
    hand, pile = draw_hand(chance.shuffle([*own.hand, *own.draw_pile]))
    course.add(Mulliganed(seat, hand, pile))


KEEP = Verb(_keep_choices, _keep)
TAKE_MULLIGAN = Verb(_mulligan_choices, _mulligan)
