"""Draw the middle of a position's picture: the count, large, between the two piles. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import JsonObject
from games.engine.picture import Back, Box, Face, Shape, Words

CARD = 130


def picture(view: JsonObject, names: Sequence[str], box: Box) -> list[Shape]:
    """Return the shapes of a view."""
    left, top, right, bottom = box
    middle, y = (left + right) / 2, (top + bottom) / 2
    state = view["state"]
    shapes: list[Shape] = [
        Words((middle, y - 20), str(state["count"]), 160, "gold", "mm", is_display=True),
        Words((middle, y + 78), "/ 99", 28, "faint", "mm"),
        Back((middle - 340, y - 92), CARD),
    ]
    if state["discard_pile"]:
        shapes.append(Face((middle + 340 - CARD, y - 92), CARD, state["discard_pile"][-1]))
    return shapes
