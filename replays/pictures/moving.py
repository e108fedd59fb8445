"""A range of plies as an animated GIF, one frame per position."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from replays.eyes import Eyes
from replays.pictures.canvas import HEIGHT, WIDTH
from replays.pictures.position import position_picture
from replays.timeline import Timeline

SIZE = (WIDTH // 2, HEIGHT // 2)
FRAME_MS, LAST_FRAME_MS = 1200, 3000


def moving_picture(timeline: Timeline, plies: range, eyes: Eyes) -> bytes:
    """Return an animation of the positions at `plies`, looping for ever."""
    frames = [_frame(timeline, ply, eyes) for ply in plies]
    out = BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[FRAME_MS] * (len(frames) - 1) + [LAST_FRAME_MS],
        loop=0,
    )
    return out.getvalue()


def _frame(timeline: Timeline, ply: int, eyes: Eyes) -> Image.Image:
    image = position_picture(timeline, ply, eyes).image
    return image.resize(SIZE, Image.Resampling.LANCZOS).quantize(128)
