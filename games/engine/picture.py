"""Describe the middle of a position's picture as shapes, for the site to draw. Pure.

Coordinates are the picture's own pixels. A colour is one of the site's (`ink`, `faint`, `gold`,
`ground`, `seat-0` to `seat-9`) or hexadecimal. Imports only the standard library.
"""

from __future__ import annotations

from typing import NamedTuple

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Words(NamedTuple):
    """One line of text, cut at `width` if there is one.

    `anchor` is the point of the line placed at `at`: left, middle or right (`lm`, `mm`, `rm`).
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
    """A face-down card; `at` is its top left corner."""

    at: Point
    width: float


class Face(NamedTuple):
    """A face-up card."""

    at: Point
    width: float
    card: str


class CardName(NamedTuple):
    """A card's name, centred in a box."""

    box: Box
    card: str
    size: int
    colour: str = "ink"


Shape = Words | Plate | Back | Face | CardName
