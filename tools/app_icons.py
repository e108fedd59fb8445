"""Draws the PNG icons from the SVG ones with a Chromium. Run `python tools/app_icons.py CHROMIUM`.

The PNGs are committed; run this after changing static/img/app.svg or favicon.svg. favicon.svg has
rounded corners of its own. app.svg fills its square, for systems that cut icons to their own shape,
and has its drawing in the safe zone: a circle of 80 % of the width.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

COLOURS = 128
IMG = Path(__file__).resolve().parent.parent / "static" / "img"
SIZES = (
    ("favicon.svg", "favicon-32.png", 32),
    ("app.svg", "app-180.png", 180),
    ("favicon.svg", "app-192.png", 192),
    ("favicon.svg", "app-512.png", 512),
    ("app.svg", "maskable-192.png", 192),
    ("app.svg", "maskable-512.png", 512),
)


def main() -> None:
    """Write each PNG of SIZES."""
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=sys.argv[1], args=["--no-sandbox", "--disable-gpu"]
        )
        for source, name, size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<body style='margin:0'>{(IMG / source).read_text(encoding='utf-8')}")
            page.screenshot(path=IMG / name, omit_background=True)
            shrink(IMG / name)
        browser.close()


def shrink(path: Path) -> None:
    """Write a picture with a palette, half as large; its few flat colours keep their looks."""
    picture = Image.open(path).convert("RGBA")
    colours = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    colours.save(path, optimize=True)


if __name__ == "__main__":
    main()
