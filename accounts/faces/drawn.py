"""Which face a name has: a drawn one, an own picture, or an icon. Pure.

A stored face is "" (derived from the name), one of DRAWN (a file of `static/img/faces`), the key of
an own picture, or an icon's id.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from zlib import crc32

from django.utils.translation import gettext_lazy as _

DRAWN = {
    "face-badger": _("Badger"),
    "face-bear": _("Bear"),
    "face-bull": _("Bull"),
    "face-cat": _("Cat"),
    "face-elephant": _("Elephant"),
    "face-fox": _("Fox"),
    "face-frog": _("Frog"),
    "face-hare": _("Hare"),
    "face-hedgehog": _("Hedgehog"),
    "face-koala": _("Koala"),
    "face-lion": _("Lion"),
    "face-mouse": _("Mouse"),
    "face-octopus": _("Octopus"),
    "face-owl": _("Owl"),
    "face-panda": _("Panda"),
    "face-parrot": _("Parrot"),
    "face-penguin": _("Penguin"),
    "face-pig": _("Pig"),
    "face-raccoon": _("Raccoon"),
    "face-ram": _("Ram"),
    "face-raven": _("Raven"),
    "face-stag": _("Stag"),
    "face-tiger": _("Tiger"),
    "face-wolf": _("Wolf"),
}
TINTS = 4
BOT = "ui-bot"
_ids = tuple(DRAWN)
PICTURE_KEY = re.compile(r"[0-9a-f]{32}")


class Face(NamedTuple):
    """What to draw on a tint, 1…TINTS: the picture with a key, one of DRAWN, or else an icon."""

    tint: int
    picture: str = ""
    drawn: str = ""
    icon: str = ""


def face_of(name: str, face: str = "") -> Face:
    """Return the face to draw for a name and what is stored as its face."""
    chance = crc32(name.casefold().encode())
    tint = 1 + chance // len(_ids) % TINTS
    if PICTURE_KEY.fullmatch(face):
        return Face(tint, picture=face)
    if face and face not in DRAWN:
        return Face(tint, icon=face)
    return Face(tint, drawn=face or _ids[chance % len(_ids)])
