"""Describe a first hand as data: a scripted deal, and moves with a text for each. Pure.

A game exposes it in `Rules.teaching`; `teaching.py` plays it by the game's own rules.
May import only its siblings' text types.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.text import Phrase

LessonAction = dict[str, Any]


@dataclass(frozen=True)
class Try:
    """Something a player might think of doing: its label, and the action."""

    label: Phrase
    action: LessonAction


@dataclass(frozen=True)
class Step:
    """One page of a lesson: what to know now, and what happens next.

    `says` and `hint` are gettext keys. `moves` are (seat, action). If the first is the learner's,
    the learner makes it and the rest follow automatically; otherwise all are played once the
    learner reads on. A step with no moves is only to be read.
    `tries` are worth trying because the rules refuse them.
    """

    says: str
    hint: str = ""
    moves: tuple[tuple[int, LessonAction], ...] = ()
    tries: tuple[Try, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A first hand; the learner sits in `seat`.

    `names` are the seats' names; the site names the learner's own. `deals` lists, for each shuffle
    in turn, the first cards in the order they are drawn; `picks` lists the outcomes of the other
    random operations.
    """

    options: Mapping[str, Any]
    seat: int
    names: tuple[str, ...]
    deals: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...]
    picks: tuple[int, ...] = ()

    @property
    def last(self) -> int:
        """Return the number of the last step, when every move has been played."""
        return len(self.steps) - 1
