"""Event pages: the list, an event's tabs, print versions, and a hall's screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt

from accounts.clubs.access import access_club
from accounts.numbers import whole_number
from games.matches.phrases import listing
from games.registry import current_rules
from games.tournaments.access import TournamentAccess, access_tournament, visible_tournaments
from games.tournaments.direct.kinds.late import takes_late_entries
from games.tournaments.selectors.events import stamp
from games.tournaments.selectors.people import own_no_shows
from games.tournaments.show.bracket import bracket_context
from games.tournaments.show.concern import concern_context
from games.tournaments.show.crosstable import crosstable_context, schedule_context
from games.tournaments.show.deals import deal_context
from games.tournaments.show.event import EventView, announcements_context, event_context, event_view
from games.tournaments.show.hall import hall_context
from games.tournaments.show.imported import imported_context
from games.tournaments.show.luck import has_luck, luck_context
from games.tournaments.show.overview import (
    arena_context,
    current_context,
    opponent_context,
    own_context,
    waiting_table_url,
)
from games.tournaments.show.pace import clock_context, may_draw_rest, table_clock
from games.tournaments.show.prizes import prizes_of
from games.tournaments.show.rounds import ahead_context, names_context, plan_context, rounds_context
from games.tournaments.show.settings import (
    bye_label,
    ordered_by,
    points_label,
    sizes_text,
    weight_lines,
)
from games.tournaments.show.standings import podium, reasons_context, standings_context
from games.tournaments.show.teams import line_up_of, teams_context
from games.tournaments.show.why import why_bye_context, why_table_context
from games.tournaments.views.gate import event_page

PER_PAGE = 20
GOING_PER_PAGE = 60


@event_page
def tournament_list(request: HttpRequest) -> HttpResponse:
    """List the visible events: running and upcoming ones first, then those that are over.

    `club` restricts the list to one club's events.
    """
    events, club, slug = visible_tournaments(request.user), None, request.GET.get("club", "")
    if slug:
        club = access_club(request.user, slug).club
        events = events.filter(club=club)
    events = events.select_related("club")
    going = events.filter(phase__in=["running", "check_in", "registration"])
    over = events.filter(phase__in=["finished", "archived"]).order_by("-finished_at", "-created_at")
    page = Paginator(over, PER_PAGE).get_page(request.GET.get("page"))
    soon = Paginator(going, GOING_PER_PAGE).get_page(request.GET.get("soon"))
    staff = request.user.is_authenticated and request.user.is_staff
    context = {
        "going": soon,
        "page": page,
        "club": club,
        "query": urlencode({"club": slug}) if slug else "",
        "may_create": staff and club is None,
        "nav": "tournaments" if club is None else "clubs",
    }
    return render(request, "tournaments/list.html", context)


def render_event(
    request: HttpRequest,
    access: TournamentAccess,
    tab: str,
    fill: Callable[[EventView], dict[str, Any]],
    template: str = "tournaments/event.html",
    part: str = "",
) -> HttpResponse:
    """Answer with the page, with its changing part if it polls, or with 204 if nothing is new.

    `part` names the part to draw if it differs from the tab's own.

    Every open page polls every few seconds, so `fill`, which builds the data of this page alone, is
    called only if something is drawn.
    """
    asks_again = getattr(request, "htmx", False) and "seen" in request.GET
    newest = stamp(access.tournament, tab)
    if tab == "console" and may_draw_rest(access.state):
        newest += "-over"  # no action tells that time is up
    if asks_again and request.GET["seen"] == newest:
        return HttpResponse(status=204)
    view = event_view(access)
    context = {
        **event_context(view, tab),
        "stamp": newest,
        **arena_context(view),
        **clock_context(view),
        **announcements_context(view),
        **fill(view),
        "body": f"tournaments/_{part or tab}.html",
    }
    context["query"] = _query(request)
    return render(request, "tournaments/_live.html" if asks_again else template, context)


def render_details(
    request: HttpRequest,
    access: TournamentAccess,
    tab: str,
    find: Callable[[EventView], dict[str, Any] | None],
    part: str,
) -> HttpResponse:
    """Answer with a row's details as a page; the dialog script gets only the text."""
    by_script = getattr(request, "htmx", False)
    template = f"tournaments/_{part}_text.html" if by_script else "tournaments/event.html"

    def fill(view: EventView) -> dict[str, Any]:
        found = find(view)
        if found is None:
            raise Http404
        return found

    return render_event(request, access, tab, fill, template, part)


def _query(request: HttpRequest) -> str:
    """Return the rest of the query string, so that the page's polling can repeat it."""
    asked = request.GET.copy()
    asked.pop("seen", None)
    return asked.urlencode()


def query_number(request: HttpRequest, key: str) -> int | None:
    """Return a number from the query string, None for anything else."""
    return whole_number(request.GET.get(key, ""), digits=5)


@event_page
def overview(request: HttpRequest, code: str) -> HttpResponse:
    """Show what the event is, its entrants, and how to join; at the end, the winner."""
    access = access_tournament(request.user, code)
    response = render_event(request, access, "overview", _overview)
    asks_again = getattr(request, "htmx", False) and response.status_code != 204
    if asks_again and (table := waiting_table_url(access)):
        response["HX-Redirect"] = table
    return response


def _overview(view: EventView) -> dict[str, Any]:
    groups: dict[str, list[Any]] = {}
    for entry in view.state.entries.values():
        if entry.is_team or entry.number in view.team_names:
            continue  # teams are listed with their players
        person = view.names[entry.number], view.faces.get(entry.number, "")
        groups.setdefault(entry.status, []).append((entry, *person))
    takes_late = takes_late_entries(view.state, len(view.state.rounds) + 1)
    phase, own = view.state.phase, own_context(view)
    return {
        "groups": groups,
        "no_shows": own_no_shows(view.tournament.club, view.access.user),
        "bye_worth": bye_label(view.state.config),
        "tie_breaks": listing(ordered_by(view.state.config)),
        "table_sizes": sizes_text(view.state.config.size_rule),
        "table_seats": view.state.config.size_rule.preferred * view.state.config.team_size,
        "points_given": points_label(view.state.config),
        "takes_late": takes_late,
        "may_come_late": phase == "check_in" or (phase == "running" and takes_late),
        "weight_lines": weight_lines(current_rules(view.tournament.game), view.state.config),
        "podium": podium(view),
        "prizes": prizes_of(view.tournament),
        "teams": teams_context(view)["teams"] if view.state.config.boards else [],
        "own_team": view.access.team,
        "own_line_up": None if view.access.team is None else line_up_of(view, view.access.team),
        **own,
        **opponent_context(view, own["own_table"]),
        **current_context(view),
        **concern_context(view),
        **imported_context(view),
    }


def _rounds(view: EventView, request: HttpRequest) -> dict[str, Any]:
    """Return the pairings of a round, or the planned ones of a future round."""
    number, before = query_number(request, "round"), query_number(request, "before")
    return {**rounds_context(view, number, before), **ahead_context(view, number)}


def _bracket(view: EventView, request: HttpRequest) -> dict[str, Any]:
    """Return a knockout's bracket up to the final."""
    if view.state.config.elimination is None:
        raise Http404
    return bracket_context(view.state, view.names, view.own_entries)


TABS: dict[str, Callable[[EventView, HttpRequest], dict[str, Any]]] = {
    "rounds": _rounds,
    "standings": lambda view, request: {
        **standings_context(view),
        "has_luck": has_luck(view),
    },
    "crosstable": lambda view, request: crosstable_context(view),
    "bracket": _bracket,
    "schedule": lambda view, request: schedule_context(view, query_number(request, "entry")),
}


@event_page
def tab(request: HttpRequest, code: str, tab: str) -> HttpResponse:
    """Show one of an event's tabs: rounds, standings, crosstable, bracket, a player's schedule."""
    access = access_tournament(request.user, code)
    return render_event(request, access, tab, lambda view: TABS[tab](view, request))


@event_page
def reasons(request: HttpRequest, code: str, entry: int) -> HttpResponse:
    """Show how an entry's place comes about."""
    access = access_tournament(request.user, code)
    return render_details(
        request, access, "reasons", lambda view: reasons_context(view, entry), "reasons"
    )


@event_page
def deal(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """Show what each table made of a duplicate round's deal."""
    access = access_tournament(request.user, code)

    def fill(view: EventView) -> dict[str, Any]:
        found = deal_context(view, round)
        if found is None:
            raise Http404
        return {"deal": found}

    return render_event(request, access, "deal", fill)


@event_page
def luck(request: HttpRequest, code: str) -> HttpResponse:
    """Show the results of an event that is over without the luck of the cards."""
    access = access_tournament(request.user, code)

    def fill(view: EventView) -> dict[str, Any]:
        found = luck_context(view)
        if found is None:
            raise Http404
        return found

    return render_event(request, access, "luck", fill)


@event_page
def why(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """Show why a table of a round was paired as it was."""
    access = access_tournament(request.user, code)
    return render_details(
        request, access, "why", lambda view: why_table_context(view, round, table), "why"
    )


@event_page
def why_bye(request: HttpRequest, code: str, round: int, entry: int) -> HttpResponse:
    """Show why an entry has no table in a round."""
    access = access_tournament(request.user, code)
    return render_details(
        request, access, "why", lambda view: why_bye_context(view, round, entry), "why"
    )


@event_page
def draws(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page that recomputes the event's draws in the visitor's browser."""
    tournament = access_tournament(request.user, code).tournament
    context = {"tournament": tournament, "nav": "tournaments"}
    return render(request, "tournaments/draws.html", context)


@event_page
def clock(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """Show the clock of a table, for the page of its match."""
    access = access_tournament(request.user, code)
    links = access.tournament.tables.filter(round=round, table=table)
    link = links.order_by("is_current", "pk").last()  # of a match that was called off, the last one
    if link is None:
        raise Http404
    context = {"link": link, "clock": table_clock(access.state, round, table)}
    return render(request, "tournaments/_event_clock.html", context)


@event_page
def hall(request: HttpRequest, code: str) -> HttpResponse:
    """Show seats, results and standings alone, in large type, for a hall's screen."""
    access = access_tournament(request.user, code)
    page = request.build_absolute_uri(reverse("tournaments:overview", args=[code]))
    return render_event(
        request, access, "hall", lambda view: hall_context(view, page), "tournaments/hall.html"
    )


@event_page  # outermost: a refusal is an ordinary page, not to be framed
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[untyped-decorator]  # csp has no types
@xframe_options_exempt
def embed(request: HttpRequest, code: str) -> HttpResponse:
    """Show the same in another site's frame, always as an anonymous visitor sees it."""
    access = access_tournament(AnonymousUser(), code)
    return render_event(request, access, "hall", hall_context, "tournaments/embed.html")


PAPERS: dict[str, Callable[[EventView, HttpRequest], dict[str, Any]]] = {
    "pairings": lambda view, request: rounds_context(view, query_number(request, "round")),
    "names": lambda view, request: names_context(view, query_number(request, "round")),
    "plan": lambda view, request: plan_context(view),
    "slips": lambda view, request: rounds_context(view, query_number(request, "round")),
    "standings": TABS["standings"],
    "crosstable": TABS["crosstable"],
}


@event_page
def paper(request: HttpRequest, code: str, what: str) -> HttpResponse:
    """Show pairings by table or name, all rounds, slips, standings or crosstable for a printer."""
    view = event_view(access_tournament(request.user, code))
    if what not in PAPERS:
        raise Http404
    extra = PAPERS[what](view, request)
    context = {**event_context(view, what), **extra, "body": f"tournaments/_paper_{what}.html"}
    return render(request, "tournaments/paper.html", context)
