"""A game's first-hand lesson as a page: the position at a step, in the game's own table template.

Nothing is stored, so guests may learn too: the URL holds the step, and each position is replayed
from the lesson's data.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext

from games.engine.contract import Rules
from games.engine.lesson import Lesson
from games.engine.teaching import lesson_position
from games.engine.viewer import OPEN_TABLE, Viewer
from games.matches.models import Seat
from games.matches.presenters import TablePosition, seat_names, table_context
from games.matches.selectors import help_context
from games.matches.store import LoggedEvent, Position
from games.registry import UnknownGame, current_rules, rules_of


class LessonNotFound(Exception):
    """There is no such game, it has no lesson, or its lesson has no such step."""


@dataclass(frozen=True)
class LessonPlace:
    """A step of a game's lesson."""

    rules: Rules
    lesson: Lesson
    number: int

    @property
    def is_own_move(self) -> bool:
        """Tell whether the learner must act here rather than read on."""
        moves = self.lesson.steps[self.number].moves
        return bool(moves) and moves[0][0] == self.lesson.seat


def lesson_place(key: str, number: int) -> LessonPlace:
    """Return a step of a lesson; raises LessonNotFound."""
    try:
        rules = current_rules(key)
    except UnknownGame:
        raise LessonNotFound(key) from None
    if rules.teaching.lesson is None or not 0 <= number <= rules.teaching.lesson.last:
        raise LessonNotFound(key)
    return LessonPlace(rules, rules.teaching.lesson, number)


@lru_cache(maxsize=128)
def _position(key: str, ruleset: int, number: int) -> Position:
    rules = rules_of(key, ruleset)
    assert rules.teaching.lesson is not None
    found = lesson_position(rules, rules.teaching.lesson, number)
    log = tuple(
        LoggedEvent(ply, event) for ply, events in enumerate(found.plies) for event in events
    )
    return Position(number, found.state, log)


def lesson_seats(place: LessonPlace, user: Any) -> list[Seat]:
    """Return unsaved seats: the learner's under their own name, the others as the lesson says."""
    own = user.get_username() if user.is_authenticated else gettext("Guest")
    return [
        Seat(number=number, name=own if number == place.lesson.seat else name)
        for number, name in enumerate(place.lesson.names)
    ]


def lesson_context(place: LessonPlace, user: Any) -> dict[str, Any]:
    """Return the context of the page and of its fragments."""
    lesson, seats = place.lesson, lesson_seats(place, user)
    meta = place.rules.meta
    position = _position(meta.key, meta.ruleset, place.number)
    is_over = place.rules.result(position.state) is not None
    rules = place.rules
    ply = position.log[-1].ply
    shown = TablePosition(rules=rules, seats=seats, position=position, ply=ply, is_live=True)
    viewer = OPEN_TABLE if is_over else Viewer(lesson.seat)
    return {
        **table_context(shown, viewer, seats[lesson.seat], controls=not is_over),
        "rules": rules,
        "lesson": place,
        "step": lesson.steps[place.number],
        "number": place.number,
        "last": lesson.last,
        "help": help_context(place.rules, position.state, lesson.seat, seat_names(seats)),
    }
