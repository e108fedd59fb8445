"""Request a match's analysis; the replay's own page shows it."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest

from replays.access import ReplayAccess
from replays.place import Place
from replays.services.analysis import analysis_ask
from replays.views.talk import writing


@writing("analysis")
def analysis_begin(request: HttpRequest, access: ReplayAccess, place: Place) -> Place:
    """Queue the match for analysis; asking for it also accepts spoilers."""
    analysis_ask(match=access.match, user=request.user)
    return replace(place, open=True)
