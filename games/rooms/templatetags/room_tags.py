"""The talk on the pages of lower layers: a club's home and an event's overview."""

from __future__ import annotations

from typing import Any

from django import template

from games.rooms.access import has_room
from games.rooms.selectors import render_room, room_or_none

register = template.Library()


@register.inclusion_tag("rooms/_panel.html")
def room_panel(user: Any, place: str) -> dict[str, Any]:
    """Return the room at `place` for those who may read it, nothing for others."""
    access = room_or_none(user, place)
    if access is None:
        return {}
    return {"access": access, "talk": render_room(access, oob=False)}


register.filter("has_room", has_room)
