"""What events' pages and tables say about a broadcast."""

from __future__ import annotations

from django import template
from django.utils.translation import ngettext

from games.broadcasts.models import Broadcast
from games.broadcasts.selectors import broadcast_of
from games.tournaments.models import Tournament

register = template.Library()


@register.filter
def has_broadcast(tournament: Tournament) -> bool:
    """Tell whether an event is or was broadcast."""
    return tournament.broadcasts.exists()


register.simple_tag(broadcast_of)


@register.simple_tag
def delay_of(broadcast: Broadcast) -> str:
    """Return how much later a broadcast shows its matches, in words."""
    n = broadcast.amount
    if broadcast.delay == Broadcast.Delay.ROUNDS:
        return ngettext("%(n)s round later", "%(n)s rounds later", n) % {"n": n}
    return ngettext("%(n)s minute later", "%(n)s minutes later", n) % {"n": n}
