"""What the table's template is given, from a view alone."""

from __future__ import annotations

from games.engine.contract import Action, JsonObject
from games.engine.viewer import Viewer


def display(view: JsonObject, viewer: Viewer, legal: list[Action]) -> JsonObject:
    """Return the template context."""
    return {"view": view, "legal": legal}
