"""An entrant's own page, for whoever holds its private address; and the slips that carry it.

The address itself shows nothing: it is kept in the browser's session and leads on to a page without
it. So no log, history shared by two, or other page ever has it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.numbers import whole_number
from games.tournaments.access import (
    EntrantAccess,
    TournamentNotFound,
    access_as_director,
    access_by_address,
)
from games.tournaments.direct.actions import Role
from games.tournaments.direct.kinds.guests import ResultTold
from games.tournaments.refusals import refuse
from games.tournaments.services.act import OF_ADDRESS, tournament_act
from games.tournaments.show.addresses import entrant_url
from games.tournaments.show.entrant import entrant_context
from games.tournaments.show.event import event_context, event_view
from games.tournaments.show.qr import qr_code
from games.tournaments.views.actions import posted_result, posted_text
from games.tournaments.views.gate import event_page, open_post
from games.tournaments.views.pages import render_event
from games.tournaments.views.teams import posted_line_up

HELD = "entrants"
"""The key in a session of the private addresses it holds, by event."""
MOST_HELD = 20


@event_page
def arrive(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """Keep a private address in this browser's session, and lead on to its page."""
    access_by_address(request.user, code, key)
    hold(request, code, key)
    return leading_on("tournaments:mine", code)


def hold(request: HttpRequest, code: str, key: str) -> None:
    """Keep an entrant's address in the session, instead of another of the same event."""
    held = {had: one for had, one in request.session.get(HELD, {}).items() if had != code}
    request.session[HELD] = dict([*held.items(), (code, key)][-MOST_HELD:])


def leading_on(name: str, code: str) -> HttpResponse:
    """Redirect to a page of the event; the address left behind is told to nobody."""
    answer = redirect(name, code)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def access_held(request: HttpRequest, code: str) -> EntrantAccess:
    """Return the event for the address that this session holds; raises TournamentNotFound."""
    key = request.session.get(HELD, {}).get(code)
    if key is None:
        raise TournamentNotFound(code)
    return access_by_address(request.user, code, key)


@event_page
def mine(request: HttpRequest, code: str) -> HttpResponse:
    """Show an entrant's table, what they may do now, and how they did."""
    access = access_held(request, code)
    url = entrant_url(request, access.tournament, access.holder)
    return render_event(
        request,
        access,
        "mine",
        lambda view: {**entrant_context(view), "own_code": qr_code(url)},
        "tournaments/mine.html",
    )


@open_post
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Do what an entrant may: check in, report a result, leave if they have no account."""
    access, kind = access_held(request, code), request.POST.get("kind", "")
    fill, role = FIELDS.get(kind), _role(access, kind)
    if fill is None or (kind in BY_GUESTS and not access.holder.unclaimed):
        raise refuse("no_such_action")
    tournament_act(
        code=code,
        actor=None,
        role=role,
        kind=kind,
        payload={"entry": access.holder.number, **fill(access, request)},
        request_id=f"{OF_ADDRESS}{access.holder.number}-{posted_id(request)}",
    )
    if kind == "unregister":  # the entry is gone, and its page with it
        messages.success(request, _("You’ve left the event."))
        return redirect("tournaments:list")
    return redirect("tournaments:mine", code)


MOST_IN_AN_ID = 40


def posted_id(request: HttpRequest) -> str:
    """Return a form's id; refuse none, which two people would share."""
    given = posted_text(request, "request_id", MOST_IN_AN_ID)
    if not given:
        raise refuse("bad_request_id")
    return given


def _role(access: EntrantAccess, kind: str) -> Role:
    """Return the role in which an entrant acts; refuse a line-up by whoever is no captain."""
    if kind != "line_up":
        return "player"
    if access.team is None or access.lines_up(access.team) != "captain":
        raise refuse("not_captain")
    return "captain"


def _lined_up(access: EntrantAccess, request: HttpRequest) -> dict[str, Any]:
    """Return the line-up of the captain's team, with the team as its entry."""
    assert access.team is not None
    return posted_line_up(request, access.team).model_dump(exclude={"kind"})


BY_GUESTS = ("unregister", "withdraw")
"""For people without an account: all others leave where they are signed in."""


def _nothing(access: EntrantAccess, request: HttpRequest) -> dict[str, Any]:
    return {}


def _told(access: EntrantAccess, request: HttpRequest) -> dict[str, Any]:
    """Return a result: in one field, as a button holds it, or in a field for each seat."""
    rows = posted_result(access, request)["results"]
    if "places" in request.POST:
        words = [one.split(":") for one in posted_text(request, "places", 400).split()]
        rows = [dict(zip(("entry", "rank", "score"), one, strict=False)) for one in words]
    told = {key: request.POST.get(key, "") for key in ("round", "table")}
    filled = ResultTold.posted({**told, "kind": "tell_result", "results": rows})
    return filled.model_dump(exclude={"kind"})


FIELDS: dict[str, Callable[[EntrantAccess, HttpRequest], dict[str, Any]]] = {
    "check_in": _nothing,
    "unregister": _nothing,
    "withdraw": _nothing,
    "tell_result": _told,
    "line_up": _lined_up,
}
"""How each of an entrant's actions is filled in."""


@login_required
@open_post
def claim(request: HttpRequest, code: str) -> HttpResponse:
    """Give an entry of somebody without an account to the account that is signed in."""
    access = access_held(request, code)
    if not access.may_enter:
        raise refuse("members_only")
    guest = whole_number(request.POST.get("player", "").removeprefix("-"), digits=9)
    tournament_act(
        code=code,
        actor=request.user,
        role="player",
        kind="claim",
        payload={"entry": access.holder.number, "guest": -(guest or 0), "user": request.user.pk},
        request_id=posted_text(request, "request_id", MOST_IN_AN_ID),
    )
    messages.success(request, _("This entry is yours now, with all its results."))
    return redirect("tournaments:mine", code)


@event_page
def slips(request: HttpRequest, code: str) -> HttpResponse:
    """Show directors a slip for each entrant, with the private address, to print and cut."""
    view = event_view(access_as_director(request.user, code))
    only = whole_number(request.GET.get("entry", ""), digits=5)
    printed = [
        {
            "name": view.names[one.number],
            "code": qr_code(entrant_url(request, view.tournament, one)),
        }
        for one in view.state.entries.values()
        if one.status != "left"
        and not one.is_bot
        and not one.is_team
        and only in (None, one.number)
    ]
    context = {**event_context(view, "slips"), "printed": printed}
    return render(request, "tournaments/slips.html", context)
