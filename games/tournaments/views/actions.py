"""Every button of an event: read the form, determine the role, and call the service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.numbers import whole_number
from games.tournaments.access import TournamentAccess, access_as_director, access_tournament
from games.tournaments.direct.actions import Role
from games.tournaments.direct.fold import KINDS, may
from games.tournaments.direct.forms import Form
from games.tournaments.direct.kinds.rulings import MOST_SECONDS
from games.tournaments.forms.parse import (
    MOST_IN_A_CLUB,
    MOST_IN_A_CODE,
    MOST_IN_A_REASON,
    entrant,
    payload_of,
    storable,
)
from games.tournaments.models import Tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.act import tournament_act
from games.tournaments.services.results import match_replay
from games.tournaments.services.substitutes import substitute_ask
from games.tournaments.views.gate import event_post

MOST_IN_A_NAME = 150
TABS = {"console", "rounds", "overview", "standings"}


@event_post
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Carry out the action of an event's button."""
    access = access_tournament(request.user, code)
    kind = posted_text(request, "kind", 30)
    form = KINDS[kind].form if kind in KINDS else None
    if form is None or not KINDS[kind].on_pages:
        raise refuse("no_such_action")
    role: Role = "player" if "own" in request.POST else access.role
    if not may(role, kind):
        raise refuse("not_director")
    if role == "player":
        payload = _own(access, kind, request)
    elif kind == "dismiss_judge":  # by number: somebody barred has no name to be found by
        payload = {"player": posted_number(request, "player")}
    else:
        payload = payload_of(access, form.posted(_fields(access, kind, form, request)))
    done = tournament_act(
        code=code,
        actor=request.user,
        role=role,
        kind=kind,
        payload=payload,
        request_id=posted_text(request, "request_id", 64),
        reason=posted_text(request, "reason", MOST_IN_A_REASON),
        expected_no=posted_number(request, "no") if "no" in request.POST else None,
    )
    if done.again:
        messages.info(request, _("This has already been done."))
    return back(request, access.tournament)


def back(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Redirect to the tab the button was on; after a ruling, to the round it concerned."""
    tab = request.POST.get("tab", "")
    name = f"tournaments:{tab}" if tab in TABS else "tournaments:overview"
    ruled = request.POST.get("kind") == "override_result" and request.POST.get("round")
    query = {"round": ruled} if ruled else None
    place = _place(request) if tab == "console" else None
    return redirect(reverse(name, args=[tournament.code], query=query, fragment=place))


def _place(request: HttpRequest) -> str | None:
    """Return the console's table or person that was acted on: the next one is likely nearby."""
    kind = KINDS.get(request.POST.get("kind", ""))
    key = "" if kind is None else kind.anchor
    part = "ruling" if key == "table" else "entry"
    number = whole_number(request.POST.get(key, ""), digits=5)
    return None if number is None else f"{part}-{number}"


def posted_text(request: HttpRequest, key: str, most: int) -> str:
    """Return a posted text, refusing one that is too long or cannot be stored."""
    return storable(request.POST.get(key, ""), most)


def posted_number(request: HttpRequest, key: str) -> int:
    """Return a posted number, refusing anything else."""
    number = whole_number(request.POST.get(key, ""), digits=9)
    if number is None:
        raise refuse("bad_number")
    return number


def _own(access: TournamentAccess, kind: str, request: HttpRequest) -> dict[str, Any]:
    """Return the payload for a player, who acts only on their own entry."""
    if (KINDS[kind].enters or kind == "come_back") and not access.may_enter:
        raise refuse("members_only")  # members who have left the club rest for good
    if KINDS[kind].enters:
        players = [request.user.pk]
        if access.state.config.team_size == 2:
            players.append(entrant(access, request.POST.get("partner", "")).pk)
        part = request.POST.get("contribution", "")
        club = posted_text(request, "club", MOST_IN_A_CLUB)
        return {"players": players, "contribution": part, "club": club}
    if access.entry is None:
        raise refuse("not_your_entry")
    payload: dict[str, Any] = {"entry": access.entry.number}
    if kind in ("absent", "present"):
        payload["round"] = posted_number(request, "round")
    return payload


def _fields(
    access: TournamentAccess, kind: str, form: type[Form], request: HttpRequest
) -> dict[str, Any]:
    """Return the fields of a kind's form, as a director's or judge's button posted them."""
    post = request.POST
    fields: dict[str, Any] = {
        name: post.get(name, "")
        for name, field in form.model_fields.items()
        if post.get(name) or field.is_required()
    }
    return fields | READERS[kind](access, request) if kind in READERS else fields


def posted_result(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return ranks, scores and missing entries, as posted by entry."""
    held = access.state.round(posted_number(request, "round"))
    table = None if held is None else held.table(posted_number(request, "table"))
    if table is None:
        return {"results": []}
    there = [one for one in table.seats if one not in table.moved]
    absent = [one for one in there if request.POST.get(f"absent-{one}")]
    ranks = {one: request.POST.get(f"rank-{one}", "") for one in there if one not in absent}
    rows = [
        {"entry": one, "rank": rank, "score": request.POST.get(f"score-{one}") or None}
        for one, rank in ranks.items()
    ]
    return {"results": rows, "absent": absent}


def _tables(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return hand-made tables: a line of entry numbers for each, byes apart."""
    lines = posted_text(request, "tables", 8000).splitlines()
    rows = [_in_a_line(line) for line in lines if line.strip()]
    return {"tables": rows, "byes": _in_a_line(posted_text(request, "byes", 800))}


def _in_a_line(text: str) -> list[int]:
    """Return the entry numbers in a line."""
    numbers = [whole_number(one, digits=9) for one in text.split()]
    if None in numbers:
        raise refuse("bad_tables")
    return [one for one in numbers if one is not None]


def _more_time(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return extra time in seconds; directors post minutes, older pages still post seconds."""
    if "minutes" not in request.POST:
        return {}
    minutes = whole_number(request.POST["minutes"], digits=9)
    if minutes is None or not 1 <= minutes <= MOST_SECONDS // 60:
        raise refuse("bad_minutes")
    return {"seconds": 60 * minutes}


READERS: dict[str, Callable[[TournamentAccess, HttpRequest], dict[str, Any]]] = {
    "override_result": posted_result,
    "penalty": lambda access, request: {"points": request.POST.get("points") or "0"},
    "set_tables": _tables,
    "take_qualifiers": lambda access, request: {"sources": request.POST.getlist("sources")},
    "extend_time": _more_time,
}
"""How pages fill fields that are not posted under their own names."""


@event_post
def replay_table(request: HttpRequest, code: str) -> HttpResponse:
    """Open a new match at an undecided table, replacing the one that the page showed."""
    access = access_as_director(request.user, code)
    if not match_replay(code=code, match=posted_text(request, "match", MOST_IN_A_CODE)):
        messages.info(request, _("This has already been done."))
    return back(request, access.tournament)


@event_post
def substitute(request: HttpRequest, code: str) -> HttpResponse:
    """Offer a seat of a running match to the person called `username`."""
    access = access_as_director(request.user, code)
    substitute_ask(
        code=code,
        match=posted_text(request, "match", MOST_IN_A_CODE),
        number=posted_number(request, "seat"),
        username=posted_text(request, "username", MOST_IN_A_NAME),
    )
    messages.info(request, _("The seat is offered. It changes hands once they take it over."))
    return back(request, access.tournament)
