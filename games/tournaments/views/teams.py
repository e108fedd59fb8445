"""The pages of an event's teams, and what directors, officers and captains send from them."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.clubs.access import visible_clubs
from games.tournaments.access import TournamentAccess, access_as_director, access_tournament
from games.tournaments.direct.actions import Role
from games.tournaments.direct.kinds.teams import MOST_IN_A_TEAMS_NAME, LineUp
from games.tournaments.direct.state import Entry
from games.tournaments.forms.parse import MOST_IN_A_CLUB
from games.tournaments.forms.teams import members_written
from games.tournaments.refusals import refuse
from games.tournaments.services.act import tournament_act
from games.tournaments.services.teams import club_invite, team_save
from games.tournaments.show.teams import team_context, teams_context
from games.tournaments.views.actions import posted_number, posted_text
from games.tournaments.views.gate import event_page, event_post
from games.tournaments.views.pages import render_event

MOST_IN_AN_ID = 60
MOST_WRITTEN = 8000


@event_page
def teams(request: HttpRequest, code: str) -> HttpResponse:
    """Show all teams, and what their players have won."""
    access = access_tournament(request.user, code)
    if not access.state.config.boards:
        raise Http404
    return render_event(request, access, "teams", teams_context)


@event_page
def team(request: HttpRequest, code: str, entry: int) -> HttpResponse:
    """Show a team: its players, its matches, and to its captain the line-up."""
    access = access_tournament(request.user, code)
    _team(access, entry)
    return render_event(request, access, "team", lambda view: team_context(view, entry) or {})


def _team(access: TournamentAccess, entry: int) -> Entry:
    """Return a team of the event; raises Http404."""
    found = access.state.entries.get(entry)
    if found is None or not found.is_team or found.status == "left":
        raise Http404
    return found


@event_post
def save(request: HttpRequest, code: str) -> HttpResponse:
    """Make a team from a name and lines of names, or change one."""
    access = access_tournament(request.user, code)
    changed = _team(access, posted_number(request, "entry")) if "entry" in request.POST else None
    role: Role | None = "organiser" if access.is_director else None
    if changed is not None:
        role = access.forms_team(changed)
    if role is None:
        raise refuse("not_director")
    written = posted_text(request, "names", MOST_WRITTEN)
    takes_guests = "guests" in request.POST
    number = team_save(
        code=code,
        actor=request.user,
        role=role,
        team=None if changed is None else changed.number,
        name=posted_text(request, "name", MOST_IN_A_TEAMS_NAME),
        members=members_written(access, changed, written, takes_guests=takes_guests),
        captain=posted_number(request, "captain") if request.POST.get("captain") else None,
        request_id=posted_text(request, "request_id", MOST_IN_AN_ID),
    )
    messages.success(request, _("Team saved."))
    return redirect("tournaments:team", code, number)


@event_post
def remove(request: HttpRequest, code: str) -> HttpResponse:
    """Remove a team before the start; its players stay in the event."""
    access = access_as_director(request.user, code)
    found = _team(access, posted_number(request, "entry"))
    tournament_act(
        code=code,
        actor=request.user,
        role="organiser",
        kind="unregister",
        payload={"entry": found.number},
        request_id=posted_text(request, "request_id", MOST_IN_AN_ID),
    )
    return redirect("tournaments:teams", code)


@event_post
def line_up(request: HttpRequest, code: str) -> HttpResponse:
    """Hand in who plays the next round for a team."""
    access = access_tournament(request.user, code)
    found = _team(access, posted_number(request, "entry"))
    role = access.lines_up(found)
    if role is None:
        raise refuse("not_captain")
    filled = posted_line_up(request, found)
    tournament_act(
        code=code,
        actor=request.user,
        role=role,
        kind="line_up",
        payload=filled.model_dump(exclude={"kind"}),
        request_id=posted_text(request, "request_id", MOST_IN_AN_ID),
    )
    messages.success(request, _("Line-up handed in. The others see it when the round begins."))
    return redirect("tournaments:team", code, found.number)


def posted_line_up(request: HttpRequest, team: Entry) -> LineUp:
    """Return a team's line-up as a page posted it."""
    return LineUp.posted(
        {
            "kind": "line_up",
            "entry": team.number,
            "round": request.POST.get("round", ""),
            "members": request.POST.getlist("members"),
        }
    )


@event_post
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Make a team for another club, whose officers choose its players."""
    access = access_as_director(request.user, code)
    name = posted_text(request, "club", MOST_IN_A_CLUB)
    club = visible_clubs(request.user).filter(name__iexact=name).first()
    if club is None:
        raise refuse("no_such_club")
    number = club_invite(
        tournament=access.tournament,
        actor=request.user,
        club=club,
        request_id=posted_text(request, "request_id", MOST_IN_AN_ID),
    )
    messages.success(request, _("The club’s officers can choose its players now."))
    return redirect("tournaments:team", code, number)
