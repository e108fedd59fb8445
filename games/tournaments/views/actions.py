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
from games.tournaments.director.actions import ENTERS, Role
from games.tournaments.director.announcements import MOST_SIGNS
from games.tournaments.director.fold import KINDS, may
from games.tournaments.director.rulings import MOST_SECONDS
from games.tournaments.models import Tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.act import tournament_act
from games.tournaments.services.results import match_replay
from games.tournaments.views.gate import event_post
from games.tournaments.wanted import (
    MOST_IN_A_CLUB,
    MOST_IN_A_CODE,
    MOST_IN_A_REASON,
    OF_THE_SERVER,
    closed_up,
    entrant,
    entry_of_bots,
    entry_of_people,
    storable,
    unblocked_person,
    units_of,
)

NUMBERS = (
    "entry", "other", "round", "table", "rounds", "seconds", "penalty", "by", "player",
    "announcement",
)  # fmt: skip
FLAGS = ("this_round", "keep_results")
PLAYER_KINDS = {
    "register", "unregister", "check_in", "check_out", "withdraw", "absent", "present", "join",
    "come_back",
}  # fmt: skip
FOR_WHOM_IT_IS_OPEN = {*ENTERS, "come_back"}
"""Members who have left the club rest for good in events open to members only."""
AT_A_TABLE = {"override_result", "clear_result"}
AT_A_PERSON = {
    "check_in", "check_out", "promote", "withdraw", "restore", "reseat", "penalty", "exclude",
    "readmit", "absent", "present", "come_back",
}  # fmt: skip
TABS = {"console", "rounds", "overview", "standings"}


@event_post
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Carry out the action of an event's button."""
    access = access_tournament(request.user, code)
    kind = posted(request, "kind", 30)
    if kind not in KINDS or kind in OF_THE_SERVER:
        raise refuse("no_such_action")
    role: Role = "player" if "own" in request.POST else access.role
    if not may(role, kind):
        raise refuse("not_director")
    payload = _own(access, kind, request) if role == "player" else _directed(access, kind, request)
    done = tournament_act(
        code=code,
        actor=request.user,
        role=role,
        kind=kind,
        payload=payload,
        request_id=posted(request, "request_id", 64),
        reason=posted(request, "reason", MOST_IN_A_REASON),
        expected_no=number(request, "no") if "no" in request.POST else None,
    )
    if done.again:
        messages.info(request, _("This was done already."))
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
    kind = request.POST.get("kind", "")
    if kind in AT_A_TABLE:
        key, part = "table", "ruling"
    else:
        key, part = "entry" if kind in AT_A_PERSON else "", "entry"
    number = whole_number(request.POST.get(key, ""), digits=5)
    return None if number is None else f"{part}-{number}"


def posted(request: HttpRequest, key: str, most: int) -> str:
    """Return a posted text, refusing one that is too long or cannot be stored."""
    return storable(request.POST.get(key, ""), most)


def number(request: HttpRequest, key: str) -> int:
    """Return a posted integer."""
    return whole(request.POST.get(key, ""))


def whole(text: str) -> int:
    """Parse a text as an integer, refusing anything else."""
    number = whole_number(text.removeprefix("-"), digits=9)
    if number is None:
        raise refuse("bad_number")
    return -number if text.startswith("-") else number


def _own(access: TournamentAccess, kind: str, request: HttpRequest) -> dict[str, Any]:
    """Return the payload for a player, who acts only on their own entry."""
    if kind not in PLAYER_KINDS:
        raise refuse("not_director")
    if kind in FOR_WHOM_IT_IS_OPEN and not access.may_enter:
        raise refuse("members_only")
    if kind in ENTERS:
        players = [request.user.pk]
        if access.state.config.team_size == 2:
            players.append(entrant(access, request.POST.get("partner", "")).pk)
        part = request.POST.get("contribution", "")
        return {"players": players, "contribution": part, **_club(request)}
    if access.entry is None:
        raise refuse("not_your_entry")
    payload: dict[str, Any] = {"entry": access.entry.number}
    if kind in ("absent", "present"):
        payload["round"] = number(request, "round")
    return payload


def _directed(access: TournamentAccess, kind: str, request: HttpRequest) -> dict[str, Any]:
    """Return the payload of a director's or judge's button."""
    payload: dict[str, Any] = {
        key: number(request, key) for key in NUMBERS if request.POST.get(key)
    }
    payload |= {key: True for key in FLAGS if request.POST.get(key)}
    if kind in READERS:
        payload |= READERS[kind](access, request)
    return payload


def _new_entry(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return the players of an entry made by a director: people by name, or bots."""
    if "bot" in request.POST:
        return entry_of_bots(access)
    keys = ("person", "partner")[: access.state.config.team_size]
    people = entry_of_people(access, [request.POST.get(key, "") for key in keys])
    return {**people, **_club(request)}


def _club(request: HttpRequest) -> dict[str, Any]:
    """Return the club that an entry gives as its own."""
    return {"club": posted(request, "club", MOST_IN_A_CLUB)}


def _late_entry(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return a new entry and where it goes: a table's number, “now”, “bye”, or the next round."""
    entry, place = _new_entry(access, request), request.POST.get("place", "")
    if not place:
        return entry
    known: dict[str, dict[str, Any]] = {"now": {}, "bye": {"bye": True}}
    where = known[place] if place in known else {"table": whole(place)}
    return {**entry, "this_round": True, **where}


def _result(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return ranks, scores and missing entries, as posted by entry."""
    held = access.state.round(number(request, "round"))
    table = None if held is None else held.table(number(request, "table"))
    if table is None:
        return {"results": []}
    there = [one for one in table.seats if one not in table.moved]
    absent = [one for one in there if request.POST.get(f"absent-{one}")]
    ranks = {one: number(request, f"rank-{one}") for one in there if one not in absent}
    if absent:
        ranks = closed_up(ranks)
    rows = [
        {"entry": one, "rank": rank, "score": _optional(request, f"score-{one}")}
        for one, rank in ranks.items()
    ]
    return {"results": rows, "absent": absent, "source": "judge"}


def _optional(request: HttpRequest, key: str) -> int | None:
    text = request.POST.get(key, "").strip()
    return whole(text) if text else None


def _penalty(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return the units of a penalty given in points."""
    return {"points": units_of(request.POST.get("points", "") or "0")}


def _tables(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return hand-made tables: a line of entry numbers for each, byes apart."""
    lines = posted(request, "tables", 8000).splitlines()
    rows = [_in_a_line(line) for line in lines if line.strip()]
    return {"tables": rows, "byes": _in_a_line(posted(request, "byes", 800))}


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
    minutes = number(request, "minutes")
    if not 1 <= minutes <= MOST_SECONDS // 60:
        raise refuse("bad_minutes")
    return {"seconds": 60 * minutes}


def _forfeit(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return the missing entries of a table."""
    return {"absent": [whole(one) for one in request.POST.getlist("missing")]}


def _judge(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return the person, given by name, to appoint as judge."""
    return {"player": unblocked_person(request.user, request.POST.get("person", "")).pk}


def _announcement(access: TournamentAccess, request: HttpRequest) -> dict[str, Any]:
    """Return the announcement's text; browsers send two characters for each newline."""
    return {"text": posted(request, "text", 2 * MOST_SIGNS).replace("\r\n", "\n")}


READERS: dict[str, Callable[[TournamentAccess, HttpRequest], dict[str, Any]]] = {
    "register": _new_entry,
    "late_entry": _late_entry,
    "join": _new_entry,
    "override_result": _result,
    "penalty": _penalty,
    "set_tables": _tables,
    "forfeit": _forfeit,
    "extend_time": _more_time,
    "name_judge": _judge,
    "announce": _announcement,
}


@event_post
def replay_table(request: HttpRequest, code: str) -> HttpResponse:
    """Open a new match at an undecided table, replacing the one that the page showed."""
    access = access_as_director(request.user, code)
    if not match_replay(code=code, match=posted(request, "match", MOST_IN_A_CODE)):
        messages.info(request, _("This was done already."))
    return back(request, access.tournament)
