"""Draw cards on a canvas: playing cards with suit shapes, others with their names."""

from __future__ import annotations

from games.engine.picture import Point
from replays.pictures.canvas import CARD_BACK, CARD_INK, CARD_RED, PAPER, Canvas

SUITS = "SHDC"
RATIO = 1.42


def draw_back(canvas: Canvas, at: Point, width: float) -> None:
    """Draw a face-down card."""
    x, y = at
    box = (x, y, x + width, y + width * RATIO)
    canvas.panel(box, fill=PAPER, radius=int(width / 9))
    inset = width / 12
    inner = (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset)
    canvas.panel(inner, fill=CARD_BACK, radius=int(width / 12))


def draw_card(canvas: Canvas, at: Point, width: float, code: str, name: str) -> None:
    """Draw a face-up card: by `code` if it is a playing card, else by name."""
    x, y = at
    box = (x, y, x + width, y + width * RATIO)
    canvas.panel(box, fill=PAPER, radius=int(width / 9))
    rank, suit = code[:-1], code[-1:]
    if suit in SUITS and rank and rank[0] in "A23456789JQK1":
        _playing(canvas, at, width, rank, suit)
    else:
        canvas.lines((x + 6, y, x + width - 6, box[3]), name, max(12, int(width / 5.5)),
                     fill=CARD_INK, most=4)  # fmt: skip


def _playing(canvas: Canvas, at: Point, width: float, rank: str, suit: str) -> None:
    x, y = at
    fill = CARD_RED if suit in "HD" else CARD_INK
    size = int(width * 0.42)
    canvas.text((x + width / 2, y + width * 0.42), rank, size, fill=fill, anchor="mm",
                display=True, weight=700)  # fmt: skip
    draw_suit(canvas, (x + width / 2, y + width * 0.98), width * 0.23, suit, fill)


def draw_suit(canvas: Canvas, at: Point, r: float, suit: str, fill: str) -> None:
    """Draw a suit's shape centred on a point, about `r` to each side."""
    x, y = at
    draw = canvas.draw

    def disc(dx: float, dy: float, radius: float) -> None:
        cx, cy = x + dx * r, y + dy * r
        draw.ellipse(
            (cx - radius * r, cy - radius * r, cx + radius * r, cy + radius * r), fill=fill
        )

    def shape(*points: tuple[float, float]) -> None:
        draw.polygon([(x + dx * r, y + dy * r) for dx, dy in points], fill=fill)

    if suit == "D":
        shape((0, -1.1), (0.8, 0), (0, 1.1), (-0.8, 0))
    elif suit == "H":
        disc(-0.48, -0.35, 0.52)
        disc(0.48, -0.35, 0.52)
        shape((-0.97, -0.17), (0.97, -0.17), (0, 1.05))
    elif suit == "S":
        disc(-0.46, 0.25, 0.5)
        disc(0.46, 0.25, 0.5)
        shape((-0.93, 0.08), (0.93, 0.08), (0, -1.1))
        shape((0, 0.2), (0.38, 1.05), (-0.38, 1.05))
    else:
        disc(0, -0.5, 0.46)
        disc(-0.5, 0.22, 0.46)
        disc(0.5, 0.22, 0.46)
        shape((0, -0.1), (0.36, 1.05), (-0.36, 1.05))
