"""Draw the middle of a position's picture: the field, units in their seats' colours. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import JsonObject
from games.engine.picture import Box, CardName, Plate, Shape
from games.rules.death_frontline.field import FRONT_ROW, ROWS

FRONT, NAME = "#4d4630", "#17221d"


def picture(view: JsonObject, names: Sequence[str], box: Box) -> list[Shape]:
    """Return the shapes of a view."""
    state = view["state"]
    columns = state["width"]
    held = {(one["x"], one["y"]): one for one in [*state["facilities"], *state["field"]]}
    high = (box[3] - box[1]) / ROWS
    wide = min((box[2] - box[0]) / columns, high * 3.2)
    left = (box[0] + box[2] - wide * columns) / 2
    shapes: list[Shape] = []
    for y in range(1, ROWS + 1):
        for x in range(1, columns + 1):
            corner = left + (x - 1) * wide, box[1] + (ROWS - y) * high
            cell = corner[0] + 3, corner[1] + 3, corner[0] + wide - 3, corner[1] + high - 3
            one = held.get((x, y))
            empty = FRONT if y == FRONT_ROW else "ground"
            shapes.append(Plate(cell, f"seat-{one['seat']}" if one else empty, 8))
            if one:
                shapes.append(CardName(cell, one["card"], max(13, int(high / 2.6)), NAME))
    return shapes
