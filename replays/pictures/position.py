"""The picture of one position, and of a range of plies as an animated GIF, from one viewpoint."""

from __future__ import annotations

from functools import partial
from io import BytesIO

from django.utils.translation import gettext
from PIL import Image

from games.engine.snapshot import snapshot
from games.matches.phrases import card_text, phrase_text
from replays.address import Eyes
from replays.pictures.canvas import HEIGHT, WIDTH, Canvas
from replays.pictures.paint import paint
from replays.pictures.scene import Scene, hand_of, seat_marks
from replays.presenters import eyes_sentence
from replays.timeline import Timeline

SIZE = (WIDTH // 2, HEIGHT // 2)
FRAME_MS, LAST_FRAME_MS = 1200, 3000


def position_picture(timeline: Timeline, ply: int, eyes: Eyes) -> Canvas:
    """Draw the position at `ply` from what this viewpoint may see, and nothing else."""
    return paint(scene_of(timeline, ply, eyes))


def scene_of(timeline: Timeline, ply: int, eyes: Eyes) -> Scene:
    """Return the content of the picture."""
    rules, names = timeline.rules, list(timeline.holders.at(ply))
    position = timeline.position(ply)
    view = snapshot(rules, position.state, ply, eyes.viewer)
    lines = [line for logged in position.log if (line := logged.event.seen_by(eyes.viewer))]
    return Scene(
        title=gettext(rules.meta.title),
        subtitle=eyes_sentence(eyes, names),
        seats=seat_marks(view, names),
        hand=hand_of(view, eyes.seat),
        caption=phrase_text(lines[-1], rules, names) if lines else "",
        view=view,
        card_name=lambda code: card_text(code, rules),
        centre=rules.showing.picture and partial(rules.showing.picture, view, names),
    )


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
