"""Every button of a league."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.clubs.views.gate import say
from accounts.numbers import whole_number
from games.leagues.models import League
from games.leagues.refusals import refuse
from games.leagues.services.leave import league_leave, member_remove
from games.leagues.services.members import league_add, league_join, member_away
from games.leagues.services.season import league_close, season_end, season_final
from games.leagues.views.gate import league_post

MOST_IN_A_NAME = 150


@league_post
def join(request: HttpRequest, league: League) -> None:
    """Enter for the next season."""
    league_join(league=league, user=request.user)
    say(request, _("You’re in. You play from the next season on."))


@league_post
def leave(request: HttpRequest, league: League) -> None:
    """Leave the league."""
    league_leave(league=league, user=request.user)
    say(request, _("You’ve left the league."))


@league_post
def away(request: HttpRequest, league: League) -> None:
    """Take the next season off, or (`back`) play again."""
    member_away(league=league, user=request.user, is_away="back" not in request.POST)
    say(request, _("Saved."))


@league_post
def add(request: HttpRequest, league: League) -> None:
    """Enter a member by name, or all of them (`all`); directors only."""
    name = request.POST.get("name", "").replace("\0", "").strip()[:MOST_IN_A_NAME]
    if not name and "all" not in request.POST:
        raise refuse("no_such_person")
    added = league_add(
        league=league, actor=request.user, name="" if "all" in request.POST else name
    )
    say(request, ngettext("%(n)s player added.", "%(n)s players added.", added) % {"n": added})


@league_post
def remove(request: HttpRequest, league: League) -> None:
    """Take somebody out of the league; directors only."""
    number = whole_number(request.POST.get("user", ""), digits=15)
    if number is None:
        raise refuse("not_in_league")
    member_remove(league=league, actor=request.user, user_id=number)
    say(request, _("Saved."))


@league_post
def end(request: HttpRequest, league: League) -> None:
    """End the season at once; directors only."""
    season_end(league=league, actor=request.user)
    say(request, _("The season is over."))


@league_post
def final(request: HttpRequest, league: League) -> None:
    """Begin the final; directors only."""
    season_final(league=league, actor=request.user)
    say(request, _("The final has started."))


@league_post
def close(request: HttpRequest, league: League) -> None:
    """Close the league; directors only."""
    league_close(league=league, actor=request.user)
    say(request, _("League closed."))
