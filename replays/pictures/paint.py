"""Paint a scene as a picture."""

from __future__ import annotations

from games.engine.picture import Back, Box, CardName, Face, Plate, Shape, Words
from replays.pictures.canvas import GOLD, HEIGHT, INK, INK_2, RIM, SEATS, WIDTH, Canvas, colour
from replays.pictures.cards import RATIO, draw_back, draw_card
from replays.pictures.scene import Scene, SeatMark

MARGIN = 40
CAPTION_TOP = HEIGHT - 62
MOST_HAND = 16


def paint(scene: Scene) -> Canvas:
    """Return the picture of a position; for a finished match it shows only the players."""
    canvas = Canvas()
    canvas.text((MARGIN, 46), scene.title, 40, display=True, weight=650, width=640)
    canvas.text((WIDTH - MARGIN, 46), scene.subtitle, 28, fill=GOLD, anchor="rm", width=460)
    seats_bottom = _seats(canvas, scene.seats, 84)
    if scene.view["finished"]:
        return canvas
    hand_top = _hand(canvas, scene)
    _centre(canvas, scene, (MARGIN, seats_bottom + 14, WIDTH - MARGIN, hand_top - 14))
    canvas.panel((0, CAPTION_TOP, WIDTH, HEIGHT + 20), fill=RIM, radius=0)
    canvas.text((MARGIN, CAPTION_TOP + 31), scene.caption, 27, width=WIDTH - 2 * MARGIN)
    return canvas


def _seats(canvas: Canvas, seats: list[SeatMark], top: float) -> float:
    """Draw the seats in one or two rows; return their bottom edge."""
    per_row = len(seats) if len(seats) <= 5 else (len(seats) + 1) // 2
    width = (WIDTH - 2 * MARGIN - 12 * (per_row - 1)) / per_row
    for index, seat in enumerate(seats):
        row, column = divmod(index, per_row)
        left = MARGIN + column * (width + 12)
        _seat(canvas, seat, left, top + row * 62, width)
    return top + 62 * -(-len(seats) // per_row)


def _seat(canvas: Canvas, seat: SeatMark, left: float, top: float, width: float) -> None:
    box = (left, top, left + width, top + 50)
    canvas.panel(box, fill=RIM, radius=25, outline=GOLD if seat.to_act else "")
    fill = SEATS[seat.number % len(SEATS)]
    canvas.draw.ellipse((left + 12, top + 13, left + 36, top + 37), fill=fill)
    ink = INK_2 if seat.out else INK
    canvas.text((left + 46, top + 25), seat.name, 24, fill=ink, width=width - 104)
    if seat.out:
        end = left + 46 + min(width - 104, 24 * len(seat.name) * 0.55)
        canvas.draw.line((left + 46, top + 26, end, top + 26), fill=ink, width=3)
    if seat.cards is not None and not seat.out:
        canvas.text((left + width - 18, top + 25), str(seat.cards), 24, fill=GOLD, anchor="rm")


def _hand(canvas: Canvas, scene: Scene) -> float:
    """Draw the viewer's hand above the caption; return its top edge."""
    cards = scene.hand[:MOST_HAND]
    if not cards:
        return CAPTION_TOP
    width = min(104.0, (WIDTH - 2 * MARGIN) / len(cards) - 8)
    top = CAPTION_TOP - 16 - width * RATIO
    left = WIDTH / 2 - (width + 8) * len(cards) / 2
    for index, code in enumerate(cards):
        draw_card(canvas, (left + index * (width + 8), top), width, code, scene.card_name(code))
    return top


def _centre(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Draw the middle of the table: the game's shapes or, without any, the last log line."""
    if scene.centre is None:
        canvas.lines(box, scene.caption, 44, fill=INK)
        return
    for shape in scene.centre(box):
        _shape(canvas, scene, shape)


def _shape(canvas: Canvas, scene: Scene, shape: Shape) -> None:
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
