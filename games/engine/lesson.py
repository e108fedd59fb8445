"""A first hand as data: a scripted deal, and the moves with what to say at each. Pure.

A game that has one gives it as `Rules.lesson`; `teaching.py` plays it by the game's own rules.
May import only the words of its siblings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.text import Phrase

LessonAction = dict[str, Any]


@dataclass(frozen=True)
class Try:
    """Something a player might think of doing: what it is called, and the action."""

    label: Phrase
    action: LessonAction


@dataclass(frozen=True)
class Step:
    """One page of a lesson: what to know now, and what happens next.

    `says` and `hint` are gettext keys. `moves` are (seat, action). If the first is the learner's,
    the learner makes it and the rest follows by itself; otherwise all happens once the learner has
    read on. None where there is only something to read.
    `tries` are worth a try because the rules refuse them.
    """

    says: str
    hint: str = ""
    moves: tuple[tuple[int, LessonAction], ...] = ()
    tries: tuple[Try, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A first hand; the learner sits in `seat`.

    `names` are what the seats are called; the learner's own is left to the site. `deals` gives,
    for each shuffle in turn, the first cards in the order they are drawn; `picks` the outcomes of
    the other chances.
    """

    options: Mapping[str, Any]
    seat: int
    names: tuple[str, ...]
    deals: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...]
    picks: tuple[int, ...] = ()

    @property
    def last(self) -> int:
        """Return the number of the last step, at which everything has happened."""
        return len(self.steps) - 1
