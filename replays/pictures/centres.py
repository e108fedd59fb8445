"""The middle of a picture: the game's shapes or, without any, the last log line."""

from __future__ import annotations

from games.engine.picture import Back, Box, CardName, Face, Plate, Shape, Words
from replays.pictures.canvas import INK, WIDTH, Canvas, colour
from replays.pictures.cards import draw_back, draw_card
from replays.pictures.scene import Scene


def draw_centre(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Draw the middle of the table."""
    if scene.centre is None:
        canvas.lines(box, scene.caption, 44, fill=INK)
        return
    for shape in scene.centre(box):
        _draw(canvas, scene, shape)


def _draw(canvas: Canvas, scene: Scene, shape: Shape) -> None:
    match shape:
        case Words(at, text, size):
            canvas.text(at, text, size, fill=colour(shape.colour), anchor=shape.anchor,
                        width=shape.width or WIDTH, display=shape.is_display,
                        weight=700 if shape.is_display else 600)  # fmt: skip
        case Plate(box, name, radius):
            canvas.panel(box, fill=colour(name), radius=radius)
        case Back(at, width):
            draw_back(canvas, at, width)
        case Face(at, width, card):
            draw_card(canvas, at, width, card, scene.card_name(card))
        case CardName(box, card, size, name):
            canvas.lines(box, scene.card_name(card), size, fill=colour(name), most=1)
