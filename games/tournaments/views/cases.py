"""The actions available on one entry or table; the console fetches them on demand."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from games.matches.models import Match, Seat
from games.tournaments.access import access_as_judge
from games.tournaments.direct.elimination import moved_on, needs_winner
from games.tournaments.direct.fold import KINDS, is_own_case, listed, may, refusal
from games.tournaments.direct.kinds.results import overrules
from games.tournaments.direct.round import Round
from games.tournaments.direct.state import Entry, State
from games.tournaments.models import TournamentTable
from games.tournaments.show.event import EventView
from games.tournaments.show.rounds import BEGUN, links_of, table_of
from games.tournaments.views.gate import event_page
from games.tournaments.views.pages import render_details

EXCUSES = ("absent", "present")
PARTINGS = ("keep_apart", "allow")


@event_page
def entry(request: HttpRequest, code: str, entry: int) -> HttpResponse:
    """Show what a director or judge can do with an entry."""
    access = access_as_judge(request.user, code)
    return render_details(
        request, access, "console", lambda view: entry_context(view, entry), "entry"
    )


@event_page
def table(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """Show how a director or judge can rule at a table of a published round."""
    access = access_as_judge(request.user, code)
    return render_details(
        request, access, "console", lambda view: table_context(view, round, table), "ruling"
    )


def entry_context(view: EventView, number: int) -> dict[str, Any] | None:
    """Return what the viewer may do with an entry, None if there is no such entry."""
    found, state = view.state.entries.get(number), view.state
    if found is None or found.status == "left":
        return None
    others = [one for one in state.entries if one != number and state.entries[one].status != "left"]
    other, next_round = {"other": others[0] if others else number}, {"round": state.next_round}
    return {
        "entry": found,
        "name": view.names[number],
        "kinds": [
            kind.name for kind, _ in listed(steps=False) if is_offered(view, kind.name, number)
        ],
        "is_others": is_others(view, "penalty", entry=number),
        "may_penalise": is_offered(view, "penalty", number, points=0),
        "may_deduct": is_offered(view, "penalty", number, points=1),
        "may_exclude": is_offered(view, "exclude", number),
        "may_excuse": any(is_offered(view, one, number, **next_round) for one in EXCUSES),
        "may_part": any(is_offered(view, one, number, **other) for one in PARTINGS),
        "others": [(one, view.names[one]) for one in others],
        "guests": guests_of(view, found),
        "has_address": view.access.is_director and not (found.is_bot or found.is_team),
        "is_playing": state.current is not None
        and state.current.phase == "published"
        and not found.is_team,
    }


def guests_of(view: EventView, entry: Entry) -> list[tuple[int, str]]:
    """Return the people of an entry without an account, with their bare names, for a director."""
    if not view.access.is_director or not entry.unclaimed:
        return []
    named = dict(view.tournament.guests.values_list("player", "name"))
    return [(one, named.get(one, "")) for one in entry.unclaimed]


def table_context(view: EventView, number: int, table: int) -> dict[str, Any] | None:
    """Return a table and its round, None if nobody can rule there."""
    held = view.state.round(number)
    found = None if held is None else held.table(table)
    if held is None or found is None or not may_rule(view.state, number):
        return None
    link = links_of(view.tournament, number, [found]).get(table)
    is_own = is_others(view, "override_result", round=number, table=table)
    drawn = table_of(view, found, link)
    started = [table] if drawn["status"] in BEGUN else []
    about = {"round": number, "table": table, "started": started}
    return {
        "round": held,
        "table": drawn,
        "is_others": is_own,
        "needs_reason": overrules(view.state, about),
        "is_duel": len(found.present) == 2 and view.state.config.scoring.preset != "raw",
        "may_replay": view.access.is_director and _may_replay(held, link),
        "places": _places(link) if view.access.is_director else [],
        "ends_match": link is not None and link.match.deal_open and drawn["status"] == "running",
        "may_draw": not needs_winner(view.state, number),
    }


def _may_replay(held: Round, link: TournamentTable | None) -> bool:
    """Tell whether a table's match may be played anew: never with a shared deal it has seen."""
    return link is not None and not (held.deal is not None and link.match.version)


def _places(link: TournamentTable | None) -> list[Seat]:
    """Return the seats of a running match for which a director may name a substitute."""
    if link is None or link.match.status != Match.Status.RUNNING or link.match.deal_open:
        return []
    return [seat for seat in link.match.seats.all() if seat.user_id and not seat.is_taken_over]


def is_offered(view: EventView, kind: str, entry: int, **payload: int) -> bool:
    """Tell whether the viewer may act on an entry in a given way now."""
    button = KINDS[kind].button
    if button is not None and not button.is_shown(view.state):
        return False
    asked = {"entry": entry, **payload}
    if not may(view.access.role, kind) or refusal(view.state, kind, asked) is not None:
        return False
    return not is_others(view, kind, **asked)


def is_others(view: EventView, kind: str, **payload: int) -> bool:
    """Tell whether a ruling must be left to others because the viewing judge is concerned."""
    access = view.access
    return access.role == "judge" and is_own_case(view.state, access.user.pk, kind, payload)


def may_rule(state: State, number: int) -> bool:
    """Tell whether a round's results can change; a knockout's earlier ones are final (3.7)."""
    held, newest = state.round(number), state.current
    if state.phase != "running" or held is None or held.phase == "proposed":
        return False
    return held is newest or not moved_on(state, number)
