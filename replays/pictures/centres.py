"""The middle of a picture, one function for each game that has something to show there.

They read the game's part of a view as the record format prints it. A game
without one gets its last log line in large letters.
"""

from __future__ import annotations

from collections.abc import Callable

from replays.pictures.canvas import GOLD, INK, INK_2, RIM, SEATS, Box, Canvas
from replays.pictures.cards import draw_back, draw_card
from replays.pictures.scene import Scene

ROWS = range(1, 8)
FRONT_ROW = 4
FRONT = "#4d4630"
Centre = Callable[[Canvas, Scene, Box], None]


def draw_centre(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Draw the middle of the table."""
    CENTRES.get(scene.view["game"], _words)(canvas, scene, box)


def _words(canvas: Canvas, scene: Scene, box: Box) -> None:
    canvas.lines(box, scene.caption, 44, fill=INK)


def _deadline_99(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The count, large; the draw pile and the last card played."""
    left, top, right, bottom = box
    middle, y = (left + right) / 2, (top + bottom) / 2
    canvas.text((middle, y - 20), str(scene.state["count"]), 160, fill=GOLD, anchor="mm",
                display=True, weight=700)  # fmt: skip
    canvas.text((middle, y + 78), "/ 99", 28, fill=INK_2, anchor="mm")
    width = 130
    draw_back(canvas, (middle - 340, y - 92), width)
    discarded = scene.state["discard_pile"]
    if discarded:
        at = (middle + 340 - width, y - 92)
        draw_card(canvas, at, width, discarded[-1], scene.card_name(discarded[-1]))


def _zombie_rummy(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The piles, and in front of each seat how many stacks lie there and its total."""
    left, top, right, bottom = box
    y = (top + bottom) / 2
    draw_back(canvas, (left + 20, y - 92), 130)
    discarded = scene.state["discard_pile"]
    if discarded:
        draw_card(canvas, (left + 170, y - 92), 130, discarded[-1], scene.card_name(discarded[-1]))
    seats, tables = scene.seats, scene.state["tables"]
    step = min(64.0, (bottom - top) / len(seats))
    row = y - step * (len(seats) - 1) / 2
    for seat in seats:
        cards = sum(len((stack["set"] or {}).get("cards", [])) for stack in tables[seat.number])
        canvas.panel((left + 360, row - step * 0.42, right - 20, row + step * 0.42), fill=RIM)
        canvas.text((left + 384, row), seat.name, 26, fill=SEATS[seat.number], width=250)
        for index in range(min(cards, 14)):
            x = left + 650 + index * 20
            canvas.panel((x, row - 15, x + 15, row + 15), fill=INK, radius=4)
        total = str(scene.state["totals"][seat.number])
        canvas.text((right - 44, row), total, 30, fill=GOLD, anchor="rm")
        row += step


def _death_frontline(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The field with every unit on it, in its seat's colour."""
    state, columns = scene.state, range(1, scene.state["width"] + 1)
    held = {(one["x"], one["y"]): one for one in [*state["facilities"], *state["field"]]}
    high = (box[3] - box[1]) / len(ROWS)
    wide = min((box[2] - box[0]) / len(columns), high * 3.2)
    left = (box[0] + box[2] - wide * len(columns)) / 2
    for y in ROWS:
        for x in columns:
            corner = left + (x - 1) * wide, box[1] + (ROWS[-1] - y) * high
            cell = corner[0] + 3, corner[1] + 3, corner[0] + wide - 3, corner[1] + high - 3
            one = held.get((x, y))
            empty = FRONT if y == FRONT_ROW else RIM
            canvas.panel(cell, fill=SEATS[one["seat"]] if one else empty, radius=8)
            if one:
                name = scene.card_name(one["card"])
                canvas.lines(cell, name, max(13, int(high / 2.6)), fill="#17221d", most=1)


CENTRES: dict[str, Centre] = {
    "deadline_99": _deadline_99,
    "zombie_rummy": _zombie_rummy,
    "death_frontline": _death_frontline,
}
