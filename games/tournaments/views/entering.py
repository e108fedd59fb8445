"""How directors enter people: names one to a line, all members, bots; and what became of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext

from accounts.numbers import whole_number
from accounts.selectors import find_person
from games.engine.contract import Refusal
from games.tournaments.access import TournamentAccess, access_as_director
from games.tournaments.direct.config import MOST_PLACES
from games.tournaments.direct.fold import KINDS
from games.tournaments.forms.parse import MOST_IN_A_CLUB, MOST_IN_A_NAME, payload_of, storable
from games.tournaments.refusals import refuse
from games.tournaments.selectors.events import names_now
from games.tournaments.selectors.people import members_to_enter, suggested
from games.tournaments.services.act import tournament_act
from games.tournaments.services.guests import guest_rename
from games.tournaments.show.entering import enters_by
from games.tournaments.show.names import guest_names, sentence
from games.tournaments.views.actions import back, posted_number, posted_text
from games.tournaments.views.gate import event_page, event_post

MOST_IN_A_LIST = MOST_PLACES * (MOST_IN_A_NAME + 2)


@dataclass(frozen=True)
class Line:
    """A line of a list, why it was not entered (if it was not), and its names that nobody has."""

    text: str
    why: str = ""
    unknown: tuple[str, ...] = ()


@event_page
def people(request: HttpRequest, code: str) -> HttpResponse:
    """Suggest names for the last line that a director is typing."""
    access = access_as_director(request.user, code)
    lines = request.GET.get("names", "").splitlines()
    last = lines[-1].strip() if lines else ""
    found = suggested(access, last) if len(last) <= MOST_IN_A_NAME else []
    return render(request, "tournaments/_suggested.html", {"suggested": found})


@event_post
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Enter everybody in a list, all members, or bots; say what became of every line.

    Names given as `guest`, too, are those of people without an account.
    """
    access = access_as_director(request.user, code)
    if not enters_by(access.state):
        raise refuse("entries_over")
    lines = [_enter(access, request, at, one) for at, one in enumerate(_asked(access, request))]
    entered = sum(not one.why for one in lines)
    if lines and entered == len(lines):
        said = ngettext("%(n)s entry added.", "%(n)s entries added.", entered)
        messages.success(request, said % {"n": entered})
        return back(request, access.tournament)
    guests = request.POST.getlist("guest")
    context = {
        "tournament": access.tournament,
        "lines": lines,
        "entered": entered,
        "unknown": [one for one in lines if one.unknown],
        "refused": [one.text for one in lines if one.why and one.text in guests],
        "place": request.POST.get("place", ""),
        "club_of_theirs": request.POST.get("club", ""),
        "nav": "tournaments",
    }
    return render(request, "tournaments/entered.html", context, status=200 if entered else 422)


def _asked(access: TournamentAccess, request: HttpRequest) -> list[dict[str, Any]]:
    """Return the wanted entries as fields of their form, each with the line it came from."""
    if "bots" in request.POST:
        count = posted_number(request, "bots")
        if not 1 <= count <= MOST_PLACES:
            raise refuse("bad_number")
        return [{"text": "", "bot": True}] * count
    if "members" in request.POST:
        return [{"text": one, "people": [one]} for one in members_to_enter(access)]
    given = storable("\n".join(request.POST.getlist("names")), MOST_IN_A_LIST)
    texts = [one.strip() for one in given.splitlines() if one.strip()]
    if not texts:
        raise refuse("no_names")
    if len(texts) > MOST_PLACES:
        raise refuse("too_large")
    guests = set(request.POST.getlist("guest"))
    return [_of_line(access, one, guests) for one in texts]


def _of_line(access: TournamentAccess, text: str, guests: set[str]) -> dict[str, Any]:
    """Return the entry that a line names: one person, or two with a & between them."""
    names = [text]
    if access.state.config.team_size > 1:
        names = [one.strip() for one in text.split("&")]
    found = {
        "people": [one for one in names if one not in guests],
        "guests": [one for one in names if one in guests],
    }
    return {"text": text, **found}


def _enter(access: TournamentAccess, request: HttpRequest, at: int, asked: dict[str, Any]) -> Line:
    """Make one entry; return what became of its line."""
    text, kind = asked["text"], enters_by(access.state)
    form = KINDS[kind].form
    assert form is not None
    fields = {key: value for key, value in asked.items() if key != "text"}
    try:
        club = posted_text(request, "club", MOST_IN_A_CLUB)
        filled = form.posted({**fields, **_place(request, kind), "kind": kind, "club": club})
        tournament_act(
            code=access.tournament.code,
            actor=request.user,
            role="organiser",
            kind=kind,
            payload=payload_of(access, filled),
            request_id=f"{posted_text(request, 'request_id', 60)}-{at}",
        )
    except Refusal as refusal:
        why = sentence(refusal.phrase, names_now(access.tournament) if refusal.phrase.args else {})
        unknown = _unknown(asked["people"]) if refusal.code == "no_such_person" else ()
        return Line(text, why, unknown)
    return Line(text)


def _unknown(names: list[str]) -> tuple[str, ...]:
    """Return the names that nobody has: perhaps people without an account."""
    return tuple(one for one in names if find_person(one) is None)


def _place(request: HttpRequest, kind: str) -> dict[str, Any]:
    """Return where a late entry goes: a table's number, “now”, “bye”, or the next round."""
    place = request.POST.get("place", "")
    if kind != "late_entry" or not place:
        return {}
    known: dict[str, dict[str, Any]] = {"now": {}, "bye": {"bye": True}}
    return {"this_round": True, **known.get(place, {"table": place})}


@event_post
def guest(request: HttpRequest, code: str) -> HttpResponse:
    """Correct the name of somebody without an account; an empty one is forgotten."""
    access = access_as_director(request.user, code)
    player = whole_number(request.POST.get("player", "").removeprefix("-"), digits=9)
    if player is None or -player not in guest_names(access.tournament, access.state):
        raise refuse("no_such_person")
    name = posted_text(request, "name", MOST_IN_A_NAME)
    guest_rename(tournament=access.tournament, player=-player, name=name)
    return back(request, access.tournament)
