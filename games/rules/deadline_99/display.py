"""The template context of the table page, from a view alone. Pure."""

from __future__ import annotations

from games.engine.contract import Action, JsonObject
from games.engine.viewer import Viewer


def display(view: JsonObject, viewer: Viewer, legal: list[Action]) -> JsonObject:
    return {}
