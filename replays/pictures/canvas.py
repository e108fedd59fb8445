"""Draw in the site's style with Pillow: felt, cards, seats, text. Knows no game and no match."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from games.engine.picture import Box, Point

WIDTH, HEIGHT = 1200, 630
FELT, FELT_DEEP, RIM = "#215c48", "#174536", "#123529"
INK, INK_2, GOLD = "#f5f0e2", "#c8d9ce", "#f0c768"
PAPER, CARD_INK, CARD_RED, CARD_BACK = "#fffcf4", "#1d2530", "#b2221b", "#34337d"
SEATS = ("#f0c768", "#7fa4e8", "#d58ab2", "#d9a45a", "#6fc0cf", "#b39ae0", "#e08d78", "#9fc267",
         "#a9b4bf", "#c98ad6")  # fmt: skip
COLOURS = {"ink": INK, "faint": INK_2, "gold": GOLD, "ground": RIM}
COLOURS |= {f"seat-{seat}": fill for seat, fill in enumerate(SEATS)}
VENDOR = Path(settings.BASE_DIR) / "static" / "vendor"
CJK_PATHS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Bold.ttc",
)
LATIN_END = 0x2E80

Font = ImageFont.FreeTypeFont


@cache
def font(size: int, weight: int = 600, display: bool = False) -> Font:
    """Return one of the site's own fonts."""
    name = "fraunces-latin.woff2" if display else "source-sans-3-latin.woff2"
    found = ImageFont.truetype(str(VENDOR / name), size)
    found.set_variation_by_axes([weight])
    return found


@cache
def cjk_font(size: int) -> Font | None:
    """Return a font with Chinese characters, if this machine has one."""
    path = next((path for path in CJK_PATHS if Path(path).exists()), None)
    return ImageFont.truetype(path, size) if path else None


def font_for(text: str, size: int, weight: int = 600, display: bool = False) -> Font:
    """Return a font that can render `text`."""
    if any(ord(letter) >= LATIN_END for letter in text):
        return cjk_font(size) or font(size, weight, display)
    return font(size, weight, display)


def colour(name: str) -> str:
    """Return a colour by the name that a game's shape uses; see `games.engine.picture`."""
    return COLOURS.get(name, name)


class Canvas:
    """A picture being drawn."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
        self.draw = ImageDraw.Draw(self.image)
        for ring in range(12):
            inset = ring * 14
            shade = _mix(FELT_DEEP, FELT, ring / 11)
            self.draw.rounded_rectangle(
                (inset - 84, inset - 84, WIDTH + 84 - inset, HEIGHT + 84 - inset), 160, fill=shade
            )

    def text(
        self, at: Point, text: str, size: int, *, fill: str = INK, anchor: str = "lm",
        width: float = WIDTH, display: bool = False, weight: int = 600,
    ) -> None:  # fmt: skip
        """Write one line, truncated with an ellipsis at `width`."""
        shown, chosen = text, font_for(text, size, weight, display)
        while shown and chosen.getlength(shown) > width:
            shown = shown[:-2].rstrip() + "…"
        self.draw.text(at, shown, font=chosen, fill=fill, anchor=anchor)

    def lines(self, box: Box, text: str, size: int, *, fill: str, most: int = 3) -> None:
        """Write text centred in a box, wrapped between words."""
        left, top, right, bottom = box
        chosen = font_for(text, size)
        rows = _broken(text, chosen, right - left)[:most]
        step = size * 1.18
        y = (top + bottom) / 2 - step * (len(rows) - 1) / 2
        for row in rows:
            self.text(
                ((left + right) / 2, y), row, size, fill=fill, anchor="mm", width=right - left
            )
            y += step

    def panel(self, box: Box, *, fill: str = RIM, radius: int = 18, outline: str = "") -> None:
        """Draw a rounded box."""
        width = 4 if outline else 0
        self.draw.rounded_rectangle(box, radius, fill=fill, outline=outline or None, width=width)

    def png(self) -> bytes:
        """Return the finished picture."""
        out = BytesIO()
        self.image.save(out, "PNG", optimize=True)
        return out.getvalue()


def _mix(first: str, second: str, share: float) -> str:
    one, two = (tuple(int(c[i : i + 2], 16) for i in (1, 3, 5)) for c in (first, second))
    mixed = (round(a + (b - a) * share) for a, b in zip(one, two, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _broken(text: str, chosen: Font, width: float) -> list[str]:
    """Wrap text into lines no wider than `width`, as far as its words allow."""
    rows: list[str] = []
    for word in text.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and chosen.getlength(longer) <= width:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows
