"""An event as files: CSV, JSON, TRF for tables of two, and an entry for calendars."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from games.engine.text import gettext_noop
from games.tournaments.access import access_tournament
from games.tournaments.direct.teams import as_players
from games.tournaments.export.tables import crosstable_rows, pairing_rows, standings_rows
from games.tournaments.export.trf import TrfHeader, trf
from games.tournaments.export.whole import export_event
from games.tournaments.refusals import EventRefusal
from games.tournaments.selectors.events import last_done
from games.tournaments.show.calendar import as_calendar
from games.tournaments.show.event import EventView, event_view
from games.tournaments.show.luck import corrected_rows, has_luck
from games.tournaments.store import actions_of
from games.tournaments.views.gate import event_page
from games.tournaments.views.pages import query_number

FORMULA = ("=", "+", "-", "@", "\t", "\r")
OWN_CODES = {"-", "+bye", "+F", "-F"}  # in crosstables
DUELS_ONLY = gettext_noop("TRF only supports events with tables of two.")
NO_ROUND = gettext_noop("No rounds yet.")
NO_START = gettext_noop("The event has no start time yet.")


@event_page
def export(request: HttpRequest, code: str, what: str) -> HttpResponse:
    """Answer with one of the files."""
    maker = MAKERS.get(what)
    if maker is None:
        raise Http404
    response = maker(event_view(access_tournament(request.user, code)), request)
    response["Content-Disposition"] = f'attachment; filename="{code}-{what}"'
    return response


def _csv(rows: list[list[str]]) -> HttpResponse:
    """Return rows as CSV; a name that a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    csv.writer(out).writerows([[_guarded(cell) for cell in row] for row in rows])
    return HttpResponse("\ufeff" + out.getvalue(), content_type="text/csv; charset=utf-8")


def _guarded(cell: str) -> str:
    """Return a cell that no spreadsheet evaluates; numbers and our own codes stay as they are."""
    is_ours = cell in OWN_CODES or cell.removeprefix("-").replace(".", "").isdigit()
    return f"'{cell}" if cell.startswith(FORMULA) and not is_ours else cell


def _pairings(view: EventView, request: HttpRequest) -> HttpResponse:
    number = query_number(request, "round")
    held = view.state.round(number) if number else view.state.current
    if held is None:
        raise EventRefusal("no_round", NO_ROUND)
    return _csv(pairing_rows(view.state, held, view.names))


def _corrected(view: EventView, request: HttpRequest) -> HttpResponse:
    """Return the results without luck; 404 as for their page."""
    if not has_luck(view):
        raise Http404
    return _csv(corrected_rows(view))


def _json(view: EventView, request: HttpRequest) -> HttpResponse:
    """Return the full export as a file."""
    tournament = view.tournament
    text = json.dumps(whole_event(view), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json")
    if tournament.club is None or not tournament.club.is_private:
        response["Access-Control-Allow-Origin"] = "*"  # no cookies: only what anybody may see
    return response


def whole_event(view: EventView) -> dict[str, Any]:
    """Return the full export; only directors and judges get more than what was published."""
    tournament = view.tournament
    about = {
        "name": tournament.name,
        "game": tournament.game,
        "club": tournament.club.name if tournament.club else None,
    }
    actions = actions_of(tournament, upto=_last_public_action(view))
    return export_event(actions, view.names, about, view.state.announcements)


def _trf(view: EventView, request: HttpRequest) -> HttpResponse:
    """Return the event in the format that chess federations' programs read."""
    tournament = view.tournament
    begins, ends = tournament.starts_at or tournament.created_at, tournament.finished_at
    header = TrfHeader(
        tournament.name,
        city=tournament.club.place if tournament.club else "",
        begins=_day(begins),
        ends=_day(ends) if ends else "",
    )
    try:
        state = as_players(view.state) if view.state.config.boards else view.state
        text = trf(state, header, view.names)
    except ValueError:
        raise EventRefusal("duels_only", DUELS_ONLY) from None
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _calendar(view: EventView, request: HttpRequest) -> HttpResponse:
    """Return the event as a calendar entry."""
    if view.tournament.starts_at is None:
        raise EventRefusal("no_start", NO_START)
    return as_calendar(request, view.tournament.name, [view.tournament])


def _day(moment: datetime) -> str:
    """Return the date of a moment in the site's time zone."""
    return timezone.localtime(moment).strftime("%Y/%m/%d")


MAKERS: dict[str, Callable[[EventView, HttpRequest], HttpResponse]] = {
    "standings.csv": lambda view, request: _csv(standings_rows(view.state, view.names)),
    "corrected.csv": _corrected,
    "pairings.csv": _pairings,
    "crosstable.csv": lambda view, request: _csv(crosstable_rows(view.state, view.names)),
    "event.json": _json,
    "event.trf": _trf,
    "event.ics": _calendar,
}


def _last_public_action(view: EventView) -> int:
    """Return the number of the last action that is not private.

    Proposals are private, and so are the sides people played as long as replays are embargoed.
    """
    newest = view.access.state.current
    if view.access.is_director:
        return view.tournament.no
    if _holds_sides_back(view):
        return last_done(view.tournament, ["start"])
    if newest is not None and newest.phase == "proposed" and not view.access.sees_proposals:
        return last_done(view.tournament, ["start", "close_round"])
    return view.tournament.no


def _holds_sides_back(view: EventView) -> bool:
    """Tell whether results name sides of matches whose replays are still embargoed."""
    until = view.tournament.embargo_until
    if until is None or until <= timezone.now():
        return False
    tables = [table for held in view.access.state.rounds for table in held.tables]
    results = [table.result for table in tables if table.result is not None]
    return any(one.side for result in results for one in result.outcomes.values())
