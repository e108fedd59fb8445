"""Contact sheets: many pictures on one, to look at a whole site at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from tests.gallery.visit import PHONES

PER_SHEET = {True: (9, 3), False: (4, 5)}  # on phones, elsewhere
THUMB = {True: (190, 338), False: (440, 330)}
GAP, LABEL = 10, 18
PAPER, INK = (128, 128, 128), (255, 255, 255)


def make_sheets(out: Path, look: str, size: str, pictures: Sequence[Path]) -> list[Path]:
    """Write the sheets of one look; return their paths."""
    is_phone = size in PHONES
    columns, rows = PER_SHEET[is_phone]
    made = []
    for start in range(0, len(pictures), columns * rows):
        some = pictures[start : start + columns * rows]
        made.append(out / f"sheet-{look}-{len(made) + 1:02}.png")
        _sheet(some, columns, *THUMB[is_phone]).save(made[-1])
    return made


def _sheet(pictures: Sequence[Path], columns: int, width: int, height: int) -> Image.Image:
    rows = -(-len(pictures) // columns)
    step_x, step_y = width + GAP, height + GAP + LABEL
    sheet = Image.new("RGB", (columns * step_x + GAP, rows * step_y + GAP), PAPER)
    pen = ImageDraw.Draw(sheet)
    for place, path in enumerate(pictures):
        x, y = GAP + place % columns * step_x, GAP + place // columns * step_y
        pen.text((x, y), path.stem, fill=INK)
        sheet.paste(_thumb(path, width, height), (x, y + LABEL))
    return sheet


def _thumb(path: Path, width: int, height: int) -> Image.Image:
    """Return the top of a picture, as wide as a thumb."""
    with Image.open(path) as full:
        tall = round(height * full.width / width)
        top = full.convert("RGB").crop((0, 0, full.width, min(full.height, tall)))
    return top.resize((width, round(top.height * width / top.width)), Image.Resampling.LANCZOS)
