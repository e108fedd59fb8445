"""The middle of a position's picture as shapes: a game says what is there, the site draws it. Pure.

Places are in the picture's own pixels. A colour is one of the site's (`ink`, `faint`, `gold`,
`ground`, `seat-0` to `seat-9`) or a hexadecimal one. Imports only the standard library.
"""

from __future__ import annotations

from typing import NamedTuple

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Words(NamedTuple):
    """One line of text, cut at `width` if there is one.

    `anchor` tells which point of it is at `at`: its left, middle or right (`lm`, `mm`, `rm`).
    """

    at: Point
    text: str
    size: int
    colour: str = "ink"
    anchor: str = "lm"
    width: float | None = None
    is_display: bool = False


class Plate(NamedTuple):
    """A rounded box."""

    box: Box
    colour: str
    radius: int = 18


class Back(NamedTuple):
    """A card that lies face down; `at` is its left upper corner."""

    at: Point
    width: float


class Face(NamedTuple):
    """A card that lies face up."""

    at: Point
    width: float
    card: str


class CardName(NamedTuple):
    """A card's name in the middle of a box."""

    box: Box
    card: str
    size: int
    colour: str = "ink"


Shape = Words | Plate | Back | Face | CardName
