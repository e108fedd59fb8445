"""Creating an event."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.clubs.access import access_club_as_director
from accounts.clubs.models import Club
from games.engine.contract import Refusal, Rules
from games.registry import UnknownGame, all_rules, current_rules
from games.tournaments.form_values import drawn_again
from games.tournaments.forms import EventForm
from games.tournaments.names import sentence
from games.tournaments.refusals import refuse
from games.tournaments.services.create import tournament_create
from games.tournaments.views.gate import event_form


def asking_club(request: HttpRequest, slug: str) -> Club | None:
    """Return the club whose director is asking; without a club, the site's staff may."""
    if slug:
        return access_club_as_director(request.user, slug).club
    if not request.user.is_staff:
        raise refuse("not_director")
    return None


@event_form
def new(request: HttpRequest) -> HttpResponse:
    """Choose a new event's game; `club` names the club it is for."""
    slug = request.GET.get("club", "")
    club = asking_club(request, slug)
    context = {"games": all_rules().values(), "club": club, "slug": slug, "nav": "tournaments"}
    return render(request, "tournaments/new.html", context)


@event_form
def create(request: HttpRequest, game: str) -> HttpResponse:
    """Create an event for one game."""
    slug = request.GET.get("club", "")
    club, rules = asking_club(request, slug), _rules(game)
    if request.method == "GET":
        again = drawn_again(request.GET) if request.GET.keys() - {"club"} else {}
        initial = _first(rules) | again
        return _page(request, EventForm(rules, club=club, initial=initial), club)
    form = EventForm(rules, request.POST, club=club)
    if form.is_valid():
        try:
            event = tournament_create(
                actor=request.user, club=club, config=form.config(), about=form.about_event()
            )
        except Refusal as refusal:
            form.add_error(None, sentence(refusal.phrase, {}))
        else:
            messages.success(request, _("The event is created. Open registration when you like."))
            return redirect("tournaments:console", code=event.code)
    return _page(request, form, club, 422)


def _first(rules: Rules) -> dict[str, Any]:
    """Return a game's initial choices: the Swiss system for duels, pods for larger tables."""
    duel = rules.meta.max_seats == 2 or 3 not in rules.meta.allowed_seats()
    return {"format": "swiss", "seats": rules.meta.allowed_seats()[0]} if duel else {}


def _rules(game: str) -> Rules:
    try:
        return current_rules(game)
    except UnknownGame:
        raise Http404 from None


def _page(
    request: HttpRequest, form: EventForm, club: Club | None, status: int = 200
) -> HttpResponse:
    """Answer with the form, or with just its game's options for an htmx request."""
    context = {"form": form, "rules": form.rules, "club": club, "nav": "tournaments"}
    template = "tournaments/create.html"
    if getattr(request, "htmx", False) and request.method == "GET":
        template = "tournaments/_create_fields.html"
    return render(request, template, context, status=status)
