"""Crests of clubs: a shape, its colour, a metal for rim and sign, and a sign. Pure.

As in heraldry, the colours are dark and the metals light, so any choice stays legible in both
schemes; the rim sets the crest off from the page. A stored crest is the four keys joined by spaces;
"" is the one derived from the club's slug.
"""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

SHAPES = {
    "crest-shield": _("Shield"),
    "crest-round": pgettext_lazy("shape", "Circle"),
    "crest-hexagon": _("Hexagon"),
    "crest-diamond": pgettext_lazy("shape", "Lozenge"),
    "crest-banner": _("Banner"),
    "crest-tablet": pgettext_lazy("shape", "Tablet"),
}
COLOURS = {
    "indigo": _("Indigo"),
    "green": _("Green"),
    "red": _("Red"),
    "plum": _("Plum"),
    "blue": _("Blue"),
    "teal": _("Teal"),
    "brown": _("Brown"),
    "black": _("Black"),
}
METALS = {
    "gold": _("Gold"),
    "cream": _("Cream"),
    "silver": _("Silver"),
    "rose": pgettext_lazy("colour", "Rose"),
}
SIGNS = {
    "suit-S": _("Spade"),
    "suit-H": _("Heart"),
    "suit-D": _("Diamond"),
    "suit-C": _("Trefoil"),
    "sign-crown": _("Crown"),
    "sign-star": _("Star"),
    "sign-sun": _("Sun"),
    "sign-moon": _("Moon"),
    "sign-tower": _("Tower"),
    "sign-key": pgettext_lazy("crest", "Key"),
    "sign-anchor": _("Anchor"),
    "sign-tree": _("Tree"),
}


class Crest(NamedTuple):
    """The parts of a crest, by their keys."""

    shape: str
    colour: str
    metal: str
    sign: str


PARTS = {"shape": SHAPES, "colour": COLOURS, "metal": METALS, "sign": SIGNS}


def crest_of(slug: str, stored: str = "") -> Crest:
    """Return the crest to draw for a club's slug and what is stored as its crest."""
    chosen = stored.split()
    if len(chosen) == len(PARTS):
        return Crest(*chosen)
    chance, picked = crc32(slug.encode()), []
    for labels in PARTS.values():
        chance, rest = divmod(chance, len(labels))
        picked.append(list(labels)[rest])
    return Crest(*picked)
