"""Asking for a match's analysis; the page that shows it is the replay's own."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest

from replays.access import ReplayAccess
from replays.place import Place
from replays.services.analysis import analysis_ask
from replays.views.talk import writing


@writing("analysis")
def analysis_begin(request: HttpRequest, access: ReplayAccess, place: Place) -> Place:
    """Have the match analysed; who asks has asked for what lies ahead, too."""
    analysis_ask(match=access.match, user=request.user)
    return replace(place, open=True)
