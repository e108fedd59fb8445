"""What events' pages and tables say about a broadcast."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import ngettext

from accounts.clubs.access import ClubAccess
from accounts.clubs.models import Club
from games.broadcasts.models import Broadcast
from games.broadcasts.selectors import broadcast_of, broadcasts_of, events_to_broadcast
from games.tournaments.models import Tournament

register = template.Library()


@register.filter
def has_broadcast(tournament: Tournament) -> bool:
    """Tell whether an event is or was broadcast."""
    return tournament.broadcasts.exists()


register.simple_tag(broadcast_of)


@register.inclusion_tag("broadcasts/_club.html")
def club_broadcasts(club: Club, access: ClubAccess) -> dict[str, Any]:
    """Return a club's broadcasts, and for its directors the events that could be broadcast."""
    events = events_to_broadcast(club) if access.is_director else []
    return {"broadcasts": broadcasts_of(club), "events": events}


@register.simple_tag
def delay_of(broadcast: Broadcast) -> str:
    """Return how much later a broadcast shows its matches, in words."""
    n = broadcast.amount
    if broadcast.delay == Broadcast.Delay.ROUNDS:
        return ngettext("%(n)s round later", "%(n)s rounds later", n) % {"n": n}
    return ngettext("%(n)s minute later", "%(n)s minutes later", n) % {"n": n}
