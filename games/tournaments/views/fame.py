"""A club's hall of fame: its champions and records, and the champions from before."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.clubs.access import access_club, access_club_as_director
from accounts.numbers import whole_number
from games.tournaments.forms.fame import ChampionForm
from games.tournaments.refusals import refuse
from games.tournaments.selectors.fame import event_titles, season_titles, titles_of
from games.tournaments.selectors.records import all_records
from games.tournaments.services.champions import champion_add, champion_remove
from games.tournaments.services.guests import guest_name
from games.tournaments.views.gate import event_page, event_post

PER_PAGE = 20


@event_page
def champions(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who won what in a club, and its records."""
    access = access_club(request.user, slug)
    club = access.club
    page = Paginator(event_titles(club), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "access": access,
        "club": club,
        "seasons": season_titles(club),
        "page_obj": page,
        "events": titles_of(page),
        "records": all_records(club),
        "earlier": club.earlier_champions.all(),
        "form": ChampionForm(),
        "nav": "clubs",
    }
    return render(request, "clubs/champions.html", context)


@event_post
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Write down a champion from before."""
    club, form = access_club_as_director(request.user, slug).club, ChampionForm(request.POST)
    if not form.is_valid():
        raise refuse("bad_champion")
    told = form.cleaned_data
    champion_add(
        club=club,
        actor=request.user,
        year=told["year"],
        title=told["title"],
        name=guest_name(told["champion"]),
    )
    messages.success(request, _("Champion added."))
    return redirect("club_events:champions", slug=slug)


@event_post
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a champion from before."""
    club = access_club_as_director(request.user, slug).club
    number = whole_number(request.POST.get("champion", ""), digits=15)
    if number is None:
        raise refuse("bad_number")
    champion_remove(club=club, actor=request.user, number=number)
    messages.success(request, _("Champion removed."))
    return redirect("club_events:champions", slug=slug)
