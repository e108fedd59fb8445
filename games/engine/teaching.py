"""Play a lesson by the game's own rules, and explain why an action is refused. Pure.

A lesson runs on the same `decide` as any match, with a `Chance` whose outcomes are fixed. The
learner may try anything, and gets the same refusals as in a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from games.engine.chance import Chance
from games.engine.contract import Action, Event, IllegalAction, Refusal, Rules
from games.engine.lesson import Lesson, Try
from games.engine.match import play_action, start_match
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.text import Phrase, gettext_noop
from games.engine.viewer import Viewer

T = TypeVar("T")

NOT_NOW = gettext_noop("The rules allow that, but this lesson needs a different move now.")
JUST_READ = gettext_noop("Read on first: it’s not your turn yet.")


class LessonRefused(Refusal):
    """An action that does not fit the lesson's script at this step."""


class LessonChance(Chance):
    """A `Chance` with the lesson's fixed outcomes; the top of a shuffled pile is its end."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(bytes(32), "lesson")
        self._deals = list(lesson.deals)
        self._picks = list(lesson.picks)

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        """Order the cards so that those of the next deal are drawn first."""
        rest: list[Any] = list(cards)
        top = self._deals.pop(0) if self._deals else ()
        for card in top:
            rest.remove(card)
        return [*rest, *reversed(top)]

    def uniform(self, count: int) -> int:
        """Return the next outcome."""
        return self._picks.pop(0) % count if self._picks else 0


@dataclass(frozen=True)
class LessonPosition:
    """The position at a step: the events by ply, and the state."""

    plies: tuple[tuple[Event, ...], ...]
    state: Any


def lesson_position(rules: Rules, lesson: Lesson, number: int) -> LessonPosition:
    """Return the position when step `number` begins."""
    return _played(rules, lesson, number)[0]


def lesson_answer(rules: Rules, lesson: Lesson, number: int, action: Action) -> None:
    """Check the learner's action at a step; return if it is the one the lesson asks for.

    Raises the rules' own IllegalAction, or LessonRefused for a legal action that is not asked
    for. An action with the same outcome (another order of cards, say) is accepted.
    """
    position, chance = _played(rules, lesson, number)
    _, state = play_action(rules, position.state, lesson.seat, action, chance)
    asked = lesson.steps[number].moves[:1]
    if not asked or asked[0][0] != lesson.seat:
        raise LessonRefused("just_read", JUST_READ)
    position, chance = _played(rules, lesson, number)
    if state != play_action(rules, position.state, *asked[0], chance)[1]:
        raise LessonRefused("not_now", NOT_NOW)


def _played(rules: Rules, lesson: Lesson, number: int) -> tuple[LessonPosition, LessonChance]:
    chance = LessonChance(lesson)
    events, state = start_match(rules, dict(lesson.options), len(lesson.names), chance)
    plies = [tuple(events)]
    for step in lesson.steps[:number]:
        for seat, action in step.moves:
            events, state = play_action(rules, state, seat, action, chance)
            plies.append(tuple(events))
    return LessonPosition(tuple(plies), state), chance


@dataclass(frozen=True)
class Advice:
    """What a player can do now, and what they cannot, each with the rules' reason."""

    can: tuple[Phrase, ...]
    cannot: tuple[tuple[Phrase, Phrase], ...]


def advice_for(rules: Rules, state: Any, seat: int) -> Advice:
    """Return all that a seat can do, and the reasons against what it might try.

    Both depend only on the seat's view. A contract test checks that the reasons do, too: they stay
    the same when everything the seat cannot see is redealt.
    """
    teaching, view = rules.teaching, snapshot(rules, state, 0, Viewer(seat))
    legal = sorted_actions(rules.legal_actions(state, seat))
    can = tuple(teaching.offers(view, legal)) if teaching.offers else ()
    cannot: dict[str, tuple[Phrase, Phrase]] = {}
    for one in teaching.tries(view, seat) if teaching.tries else ():
        reason = refusal_of(rules, state, seat, one.action)
        if reason is not None:
            cannot.setdefault(str(one.label), (one.label, reason))
    return Advice(can, tuple(cannot.values()))


def refusal_of(rules: Rules, state: Any, seat: int, action: Action) -> Phrase | None:
    """Return why the rules refuse an action, or None; a dry run either way."""
    try:
        play_action(rules, state, seat, action, Chance(bytes(32), rules.meta.key))
    except IllegalAction as refusal:
        return refusal.phrase
    return None


__all__ = [
    "Advice",
    "LessonPosition",
    "LessonRefused",
    "Try",
    "advice_for",
    "lesson_answer",
    "lesson_position",
    "refusal_of",
]
