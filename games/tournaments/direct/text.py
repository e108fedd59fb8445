"""Sentences about entries: refusals, problems and notes.

A sentence names an entry by its number; the page shows the entry's name.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Refusal
from games.engine.text import Argument, Phrase


class EntryRef(int):
    """An entry's number in a sentence; shown as the entry's name."""


class PlayerRef(int):
    """A player's number in a sentence about somebody who need not be entered; shown as the name."""


class Seconds(int):
    """A duration in a sentence; shown in the largest unit that measures it."""


class TournamentRefusal(Refusal):
    """A director's action that cannot be done; `entries` are those it concerns."""

    def __init__(self, code: str, phrase: Phrase, entries: Sequence[int] = ()) -> None:
        self.entries = tuple(entries)
        super().__init__(code, phrase)


def phrase(message: str, **args: Argument) -> Phrase:
    """Return a sentence with its arguments."""
    return Phrase(message, args)
