"""Pass, which takes a seat out of the step, and offer to end the match. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, IllegalAction
from games.engine.text import gettext_noop
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.events import EndOffered, Passed
from games.rules.death_frontline.state import State

OFFERED_ALREADY = gettext_noop("You’ve already offered to end the battle this round.")


def _pass_choices(state: State, seat: int) -> Iterator[Action]:
    yield {"type": "pass"}


def _pass(course: Course, seat: int, action: Action, chance: Chance) -> None:
    require_keys(action, ())
    course.add(Passed(seat))


def _offer_choices(state: State, seat: int) -> Iterator[Action]:
    if not state.offers[seat]:
        yield {"type": "offer_end"}


def _offer(course: Course, seat: int, action: Action, chance: Chance) -> None:
    require_keys(action, ())
    if course.state.offers[seat]:
        raise IllegalAction("offered_already", OFFERED_ALREADY)
    course.add(EndOffered(seat))


PASS = Verb(_pass_choices, _pass)
OFFER_END = Verb(_offer_choices, _offer)
