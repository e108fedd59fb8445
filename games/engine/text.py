"""Represent log lines and refusals as data, independent of language.

Pure code never holds a finished sentence. It holds the English message (the
gettext key) and typed arguments; the web layer translates the key and renders
each argument in the viewer's language. May import nothing outside the
standard library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def gettext_noop(message: str) -> str:
    """Mark `message` for extraction by makemessages and return it unchanged."""
    return message


def printable(text: str) -> str:
    """Return `text` as one line, replacing unprintable characters and lone surrogates."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


@dataclass(frozen=True, slots=True)
class SeatRef:
    """A seat in a sentence; shown as its player's name."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatRefs:
    """Several seats in a sentence, in the order given."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card face in a sentence; a viewer shown it knows the card from then on."""

    code: str


@dataclass(frozen=True, slots=True)
class CardRefs:
    """Several card faces in a sentence, in the order given."""

    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game (a role, a step) that is translated on its own."""

    message: str


Argument = int | str | SeatRef | SeatRefs | CardRef | CardRefs | Term


@dataclass(frozen=True, slots=True)
class Phrase:
    """One sentence: `key` is English with `%(name)s` placeholders, filled from `args`.

    With `plural`, the argument named `count` selects the form.
    """

    key: str
    args: Mapping[str, Argument] = field(default_factory=dict)
    plural: str | None = None

    def seats(self) -> tuple[int, ...]:
        """Return every seat that this sentence names."""
        return tuple(value.seat for value in self.args.values() if isinstance(value, SeatRef))

    def cards(self) -> tuple[str, ...]:
        """Return every card face that this sentence reveals to its reader."""
        told: list[str] = []
        for value in self.args.values():
            if isinstance(value, CardRef):
                told.append(value.code)
            elif isinstance(value, CardRefs):
                told.extend(value.codes)
        return tuple(told)
