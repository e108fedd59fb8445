"""The picture of one position of a timeline, from one viewpoint."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext

from games.engine.snapshot import snapshot
from games.matches.phrases import card_text, phrase_text
from replays.eyes import Eyes
from replays.pictures.canvas import Canvas
from replays.pictures.paint import paint
from replays.pictures.scene import Scene, hand_of, seat_marks
from replays.presenters import eyes_sentence
from replays.timeline import Timeline


def position_picture(timeline: Timeline, ply: int, eyes: Eyes) -> Canvas:
    """Draw the position at `ply` from what this viewpoint may see, and nothing else."""
    return paint(scene_of(timeline, ply, eyes))


def scene_of(timeline: Timeline, ply: int, eyes: Eyes) -> Scene:
    """Return the content of the picture."""
    rules, names = timeline.rules, list(timeline.seats)
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
        centre=rules.picture and partial(rules.picture, view, names),
    )
