"""What events add to a person's page: the places that earned season points."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from accounts.panels import Panel
from games.tournaments.access import visible_tournaments
from games.tournaments.models import SeasonAward

SHOWN = 10


def panel(request: HttpRequest, person: Any) -> Panel:
    """Return the latest places, limited to events the viewer may see."""
    seen = visible_tournaments(request.user)
    awards = SeasonAward.objects.filter(user=person, tournament__in=seen)
    newest = awards.select_related("tournament__club").order_by("-tournament__finished_at")[:SHOWN]
    return Panel("tournaments/_person.html", {"awards": newest})
