"""The page from which directors enter those who qualified in other events."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.tournaments.access import access_as_director
from games.tournaments.selectors.events import qualifies, sources_of
from games.tournaments.show.names import entry_names
from games.tournaments.views.gate import event_page

MOST_LISTED = 30
USUAL = 2
"""How many of each event qualify unless a director says otherwise."""


@event_page
def qualifiers(request: HttpRequest, code: str) -> HttpResponse:
    """Show a director the events from which people can qualify, and who has."""
    access = access_as_director(request.user, code)
    state, event = access.state, access.tournament
    chosen = {code for code, _ in state.sources}
    events = [one for one in sources_of(event)[:MOST_LISTED] if qualifies(state.config, one)]
    names = entry_names(event, state)
    context = {
        "tournament": event,
        "state": state,
        "sources": [(one, one.code in chosen) for one in events],
        "first": state.first or USUAL,
        "may_take": state.phase in ("registration", "check_in") and not state.config.boards,
        "came": [(names[one.number], one) for one in state.entries.values() if one.origin],
        "nav": "tournaments",
    }
    return render(request, "tournaments/qualifiers.html", context)
