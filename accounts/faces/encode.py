"""Turn an uploaded file into a small square WebP, or refuse it."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import IO, Any

from PIL import Image, ImageOps

from accounts.faces.refusals import PictureRefused

SIDE = 192
"""Pixels: twice the largest size on a page."""
MAX_BYTES = 8_000_000
MAX_PIXELS = 25_000_000
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
# what Pillow raises on nonsense; its warnings too, where they are errors
BROKEN = (
    OSError, ValueError, SyntaxError, EOFError, TypeError, LookupError, OverflowError, struct.error,
    zlib.error, Image.DecompressionBombError, Warning,
)  # fmt: skip


def picture_encoded(file: IO[Any], size: int) -> bytes:
    """Return the middle square of an image file as a WebP of SIDE × SIDE pixels, without metadata.

    Decides by content, not by name; takes the first frame of an animation. Raises PictureRefused
    for other files, for more than MAX_BYTES, and, before decoding, for more than MAX_PIXELS.
    """
    if size > MAX_BYTES:
        raise PictureRefused("too_large")
    try:
        with Image.open(file, formats=FORMATS) as image:
            if image.width * image.height > MAX_PIXELS:
                raise PictureRefused("too_many_pixels")
            image.thumbnail((4 * SIDE, 4 * SIDE))  # before any copy, which would be large
            upright = ImageOps.exif_transpose(image).convert("RGBA")
            return _webp(ImageOps.fit(upright, (SIDE, SIDE)))
    except BROKEN:
        raise PictureRefused("no_picture") from None


def _webp(square: Image.Image) -> bytes:
    """Encode only the pixels: a fresh image carries no profile, comment or Exif."""
    bare = Image.new("RGBA", square.size)
    bare.paste(square)
    out = BytesIO()
    bare.save(out, "WEBP", quality=82)
    return out.getvalue()
