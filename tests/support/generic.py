"""A match's table as if its game brought no regions of its own."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import get_language

from games.engine.contract import JsonObject
from games.engine.viewer import PUBLIC
from games.matches import store
from games.matches.access import Access
from games.matches.fragments import NO_REGIONS, fill_slots, render_fragment, rendered_regions
from games.matches.presenters import (
    TablePosition,
    project_private,
    project_public,
    table_context,
)
from games.matches.regions import result
from games.matches.selectors import plays


def generic_context(access: Access) -> JsonObject:
    """Return the context of a started match's position as rows of text and buttons."""
    match = access.match
    shown = TablePosition(
        rules=replace(match.rules, showing=replace(match.rules.showing, table=None)),
        seats=access.seats,
        position=store.load_position(match),
        ply=match.ply,
        turn={"code": match.code},
        is_live=True,
    )
    context = table_context(shown, access.viewer, access.seat, controls=plays(match, access.seat))
    if context["over"]:  # with what a page of the match offers then
        public = project_public(shown, access.viewer if access.viewer.sees_all else PUBLIC)
        scene = project_private(public, access.viewer, access.seat).scene
        ended = result(match.rules, scene, access)
        context["regions"] |= rendered_regions([ended], NO_REGIONS)
    return context


def generic_html(access: Access) -> str:
    """Return that, drawn in the active language."""
    context, language = generic_context(access), get_language() or ""
    outline = render_fragment("games/_generic/table.jinja", language, context)
    return fill_slots(outline, context["regions"])
