"""Private addresses in full, for slips, posters and an entrant's own page."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from games.tournaments.addresses import door_key, entrant_key
from games.tournaments.direct.state import Entry, State
from games.tournaments.models import Tournament


def entrant_url(request: HttpRequest, event: Tournament, entry: Entry) -> str:
    """Return the private address of an entrant."""
    path = reverse("tournaments:arrive", args=[event.code, entrant_key(event, entry)])
    return request.build_absolute_uri(path)


def door_url(request: HttpRequest, event: Tournament, state: State) -> str:
    """Return the address at which people enter themselves."""
    path = reverse("tournaments:door_key", args=[event.code, door_key(event, state)])
    return request.build_absolute_uri(path)
