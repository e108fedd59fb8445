"""A match's table as if its game brought no regions of its own."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import get_language

from games.matches import store
from games.matches.access import Access
from games.matches.drawables import Drawable, drawn, filled
from games.matches.presenters import Looked, Shown, shown_to
from games.matches.regions import result
from games.matches.selectors import plays


def generic_shown(access: Access) -> Shown:
    """Return a started match's position as rows of text and buttons."""
    match = access.match
    looked = Looked(
        rules=replace(match.rules, showing=None),
        seats=access.seats,
        position=store.load_position(match),
        ply=match.ply,
        is_live=True,
    )
    controls, turn = plays(match, access.seat), {"code": match.code}
    shown = shown_to(looked, access.viewer, access.seat, controls=controls, turn=turn)
    if shown.scene.is_over:
        shown.regions.append(Drawable.of(result(match.rules, shown.scene, match)))
    return shown


def generic_html(access: Access) -> str:
    """Return that, drawn in the active language."""
    shown, language = generic_shown(access), get_language() or ""
    outline = drawn("games/_generic/table.jinja", language, shown.context)
    return filled(outline, {region.id: region for region in shown.regions}, language)
