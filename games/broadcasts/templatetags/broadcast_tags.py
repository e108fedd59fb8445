"""What events' pages and tables say about a broadcast."""

from __future__ import annotations

from typing import Any

from django import template

from games.broadcasts.models import Broadcast
from games.broadcasts.selectors import broadcast_of
from games.tournaments.models import Tournament

register = template.Library()


@register.filter
def has_broadcast(tournament: Tournament) -> bool:
    """Tell whether an event is or was broadcast."""
    return tournament.broadcasts.exists()


register.simple_tag(broadcast_of)


@register.inclusion_tag("broadcasts/_delay.html")
def delay_of(broadcast: Broadcast) -> dict[str, Any]:
    """Return how much later a broadcast shows its matches, in words."""
    return {"broadcast": broadcast}
