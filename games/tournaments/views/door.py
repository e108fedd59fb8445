"""Entering oneself at the door: a poster with an address, and the page to which it leads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.throttle import throttle
from games.tournaments.access import (
    TournamentAccess,
    TournamentNotFound,
    access_as_director,
    access_by_door,
)
from games.tournaments.addresses import entrant_key
from games.tournaments.forms.parse import MOST_IN_A_CLUB
from games.tournaments.refusals import refuse
from games.tournaments.selectors.events import action_asked
from games.tournaments.services.act import OF_ADDRESS, tournament_act
from games.tournaments.services.guests import guest_name
from games.tournaments.show.addresses import door_url
from games.tournaments.show.event import event_context, event_view
from games.tournaments.show.qr import qr_code
from games.tournaments.views.actions import posted_text
from games.tournaments.views.entrants import hold, leading_on, posted_id
from games.tournaments.views.gate import event_page, open_post

KNOWN = "doors"
"""The key in a session of the door addresses it holds, by event."""
MOST_AN_HOUR = 60
"""New entries an hour from one network: a club's evening, and no flood."""


@event_page
def arrive(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """Keep the address of an event's door in this session, and lead on to its page."""
    access_by_door(request.user, code, key)
    request.session[KNOWN] = {code: key}
    return leading_on("tournaments:door", code)


def access_at_door(request: HttpRequest, code: str) -> TournamentAccess:
    """Return the event whose door address this session holds; raises TournamentNotFound."""
    key = request.session.get(KNOWN, {}).get(code)
    if key is None:
        raise TournamentNotFound(code)
    return access_by_door(request.user, code, key)


@event_page
def door(request: HttpRequest, code: str) -> HttpResponse:
    """Let people enter: with the account that is signed in, or by a name."""
    view = event_view(access_at_door(request, code))
    context = {
        **event_context(view, "door"),
        "is_open": view.state.phase == "registration",
        "seats": range(view.state.config.team_size),
        "takes_guests": view.state.config.format != "arena",
    }
    return render(request, "tournaments/door.html", context)


@open_post
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Enter somebody without an account, and lead them to their own page."""
    access = access_at_door(request, code)
    size = access.state.config.team_size
    names = [guest_name(one) for one in request.POST.getlist("name")[:size]]
    if len(names) < size:
        raise refuse("no_names")
    throttle(request, "door", limit=MOST_AN_HOUR, seconds=3600)
    given = f"{OF_ADDRESS}door-{posted_id(request)}"
    tournament_act(
        code=code,
        actor=None,
        role="player",
        kind="register",
        payload={
            "players": [],
            "guests": size,
            "names": names,
            "club": posted_text(request, "club", MOST_IN_A_CLUB),
        },
        request_id=given,
    )
    entered = access_at_door(request, code).state.entries[action_asked(given).payload["entry"]]
    hold(request, code, entrant_key(access.tournament, entered))
    return redirect("tournaments:mine", code)


@event_page
def poster(request: HttpRequest, code: str) -> HttpResponse:
    """Show directors the poster for the door."""
    view = event_view(access_as_director(request.user, code))
    made = qr_code(door_url(request, view.tournament, view.state))
    return render(
        request, "tournaments/poster.html", {**event_context(view, "poster"), "door_code": made}
    )
