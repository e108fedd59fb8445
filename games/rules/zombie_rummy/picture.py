"""Draw the middle of a position's picture: the piles and each seat's table. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.contract import JsonObject
from games.engine.picture import Back, Box, Face, Plate, Shape, Words

CARD = 130
MOST_CARDS = 14
ROW = 64.0


def picture(view: JsonObject, names: Sequence[str], box: Box) -> list[Shape]:
    """Return the shapes of a view."""
    left, top, right, bottom = box
    state, y = view["state"], (top + bottom) / 2
    shapes: list[Shape] = [Back((left + 20, y - 92), CARD)]
    if state["discard_pile"]:
        shapes.append(Face((left + 170, y - 92), CARD, state["discard_pile"][-1]))
    step = min(ROW, (bottom - top) / len(names))
    first = y - step * (len(names) - 1) / 2
    for seat, name in enumerate(names):
        row = first + step * seat
        cards = sum(len((stack["set"] or {}).get("cards", [])) for stack in state["tables"][seat])
        shapes += [
            Plate((left + 360, row - step * 0.42, right - 20, row + step * 0.42), "ground"),
            Words((left + 384, row), name, 26, f"seat-{seat}", width=250),
            *_cards(left + 650, row, min(cards, MOST_CARDS)),
            Words((right - 44, row), str(state["totals"][seat]), 30, "gold", "rm"),
        ]
    return shapes


def _cards(left: float, row: float, count: int) -> Iterator[Shape]:
    """Yield `count` small cards in a row."""
    for x in (left + index * 20 for index in range(count)):
        yield Plate((x, row - 15, x + 15, row + 15), "ink", 4)
