"""Creating an event, importing one from its file, and changing its settings.

Before the start every setting may change, afterwards only the description.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.clubs.access import access_club_as_director
from accounts.clubs.models import Club
from accounts.throttle import throttle
from games.engine.contract import Refusal, Rules
from games.registry import UnknownGame, all_rules, current_rules
from games.tournaments.access import TournamentAccess, access_as_director
from games.tournaments.direct.kinds.course import BEFORE_START
from games.tournaments.forms.event import EventForm, first_choices, redrawn_values, values_of
from games.tournaments.forms.short import AboutForm
from games.tournaments.refusals import EventRefusal, refuse
from games.tournaments.selectors.clubs import events_to_repeat
from games.tournaments.services.bring_in import MOST_BYTES, event_import
from games.tournaments.services.create import event_tell, tournament_configure, tournament_create
from games.tournaments.show.event import event_context, event_view
from games.tournaments.show.names import sentence
from games.tournaments.views.actions import posted_number, posted_text
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
    """Repeat one of the latest events, or choose a new one's game; `club` names whose it is."""
    slug = request.GET.get("club", "")
    club = asking_club(request, slug)
    context = {
        "games": all_rules().values(),
        "again": events_to_repeat(club),
        "club": club,
        "slug": slug,
        "nav": "tournaments",
    }
    return render(request, "tournaments/new.html", context)


@event_form
def create(request: HttpRequest, game: str) -> HttpResponse:
    """Create an event for one game."""
    slug = request.GET.get("club", "")
    club, rules = asking_club(request, slug), _rules(game)
    context = {"rules": rules, "club": club, "nav": "tournaments"}
    if request.method == "GET":
        again = redrawn_values(request.GET) if request.GET.keys() - {"club"} else {}
        initial = first_choices(rules) | again
        form = EventForm(rules, club=club, initial=initial)
        return _form_page(request, form, "create", context)
    form = EventForm(rules, request.POST, club=club)
    if form.is_valid():
        try:
            event = tournament_create(
                actor=request.user, club=club, config=form.config(), about=form.about_event()
            )
        except Refusal as refusal:
            form.add_error(None, sentence(refusal.phrase, {}))
        else:
            messages.success(request, _("Event created. Open registration when you’re ready."))
            return redirect("tournaments:console", code=event.code)
    return _form_page(request, form, "create", context, 422)


def _rules(game: str) -> Rules:
    try:
        return current_rules(game)
    except UnknownGame:
        raise Http404 from None


@event_form
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Change an event; directors only."""
    access = access_as_director(request.user, code)
    change = _configure if access.state.phase in BEFORE_START else _describe
    return change(request, access)


def _configure(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Change any setting, as long as the event has not begun."""
    event, config = access.tournament, access.state.config
    rules = current_rules(event.game)
    if request.method == "GET":
        initial = redrawn_values(request.GET) if request.GET else values_of(event, config)
        form = EventForm(rules, club=event.club, initial=initial)
        return _settings_page(request, access, form)
    form = EventForm(rules, request.POST, club=event.club)
    if form.is_valid():
        try:
            tournament_configure(
                code=event.code,
                actor=request.user,
                config=form.config(config),
                about=form.about_event(),
                request_id=posted_text(request, "request_id", 64),
                expected_no=posted_number(request, "no"),
            )
        except Refusal as refusal:
            form.add_error(None, sentence(refusal.phrase, {}))
        else:
            return _saved(request, event.code)
    return _settings_page(request, access, form, 422)


def _describe(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Change the description of an event that has begun."""
    form = AboutForm(request.POST if request.method == "POST" else None, instance=access.tournament)
    if request.method == "POST" and form.is_valid():
        event_tell(code=access.tournament.code, actor=request.user, about=form.cleaned_data)
        return _saved(request, access.tournament.code)
    return _settings_page(request, access, form, 422 if form.errors else 200)


def _saved(request: HttpRequest, code: str) -> HttpResponse:
    messages.success(request, _("Saved."))
    return redirect("tournaments:console", code=code)


def _settings_page(
    request: HttpRequest, access: TournamentAccess, form: BaseForm, status: int = 200
) -> HttpResponse:
    context = event_context(event_view(access), "console") | {
        "is_whole": isinstance(form, EventForm)
    }
    return _form_page(request, form, "settings", context, status)


def _form_page(
    request: HttpRequest, form: BaseForm, page: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Answer with the form, or with just its fields for an htmx request."""
    is_fields = getattr(request, "htmx", False) and request.method == "GET"
    template = "_create_fields" if is_fields else page
    return render(request, f"tournaments/{template}.html", {**context, "form": form}, status=status)


IMPORTS_A_MINUTE = 6
"""Imports allowed per minute: each one is folded, and kept for good."""


@event_form
def bring_in(request: HttpRequest) -> HttpResponse:
    """Ask for the file; on POST check and store it, or say what is wrong."""
    club = asking_club(request, request.GET.get("club", ""))
    context = {"club": club, "nav": "tournaments"}
    if request.method == "GET":
        return render(request, "tournaments/import.html", context)
    throttle(request, "import", limit=IMPORTS_A_MINUTE, seconds=60)
    file = request.FILES.get("event")
    data = file.read(MOST_BYTES + 1) if isinstance(file, UploadedFile) else b""
    try:
        event = event_import(actor=request.user, club=club, data=data)
    except EventRefusal as refusal:
        context["sentence"] = sentence(refusal.phrase, {})
        return render(request, "tournaments/import.html", context, status=422)
    messages.success(request, _("Event checked and imported."))
    return redirect("tournaments:overview", code=event.code)
