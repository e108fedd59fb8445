"""An event's settings: all of them before its start, afterwards only its description."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.engine.contract import Refusal
from games.registry import current_rules
from games.tournaments.access import TournamentAccess, access_as_director
from games.tournaments.director.course import BEFORE_START
from games.tournaments.form_values import drawn_again, values_of
from games.tournaments.forms import EventForm
from games.tournaments.names import sentence
from games.tournaments.presenters import event_context, shown
from games.tournaments.services.create import event_tell, tournament_configure
from games.tournaments.short_forms import AboutForm
from games.tournaments.views.actions import number, posted
from games.tournaments.views.gate import event_form


@event_form
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Change an event; directors only."""
    access = access_as_director(request.user, code)
    change = _configure if access.state.phase in BEFORE_START else _tell
    return change(request, access)


def _configure(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Change any setting, as long as the event has not begun."""
    event, config = access.tournament, access.state.config
    rules = current_rules(event.game)
    if request.method == "GET":
        initial = drawn_again(request.GET) if request.GET else values_of(event, config)
        form = EventForm(rules, club=event.club, initial=initial)
        return _page(request, access, form)
    form = EventForm(rules, request.POST, club=event.club)
    if form.is_valid():
        try:
            tournament_configure(
                code=event.code,
                actor=request.user,
                config=form.config(config),
                about=form.about_event(),
                request_id=posted(request, "request_id", 64),
                expected_no=number(request, "no"),
            )
        except Refusal as refusal:
            form.add_error(None, sentence(refusal.phrase, {}))
        else:
            return _saved(request, event.code)
    return _page(request, access, form, 422)


def _tell(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Change the description of an event that has begun."""
    form = AboutForm(request.POST if request.method == "POST" else None, instance=access.tournament)
    if request.method == "POST" and form.is_valid():
        event_tell(code=access.tournament.code, actor=request.user, about=form.cleaned_data)
        return _saved(request, access.tournament.code)
    return _page(request, access, form, 422 if form.errors else 200)


def _saved(request: HttpRequest, code: str) -> HttpResponse:
    messages.success(request, _("Saved."))
    return redirect("tournaments:console", code=code)


def _page(
    request: HttpRequest, access: TournamentAccess, form: BaseForm, status: int = 200
) -> HttpResponse:
    """Answer with the form, or with just its fields for an htmx request."""
    context: dict[str, Any] = {
        **event_context(shown(access), "console"),
        "form": form,
        "is_whole": isinstance(form, EventForm),
    }
    template = "tournaments/settings.html"
    if getattr(request, "htmx", False) and request.method == "GET":
        template = "tournaments/_create_fields.html"
    return render(request, template, context, status=status)
