"""The front page, the lobby, and the pages that open a table."""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_update
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.guests.awaited import sign_up_first, take_awaited
from accounts.guests.middleware import enter_as_guest, guests_may
from accounts.guests.refusals import GuestRefused
from accounts.models import User
from accounts.throttle import counted
from games.engine.contract import Refusal, Rules
from games.matches.forms import TableForm
from games.matches.labels import usual_seats
from games.matches.lobby import home_context, lobby_context
from games.matches.models import Match
from games.matches.phrases import phrase_text
from games.matches.requests import refusal_response, refusal_status
from games.matches.services.table_create import DAY, own_table_open
from games.matches.services.turn_push import tables_waiting
from games.registry import UnknownGame, current_rules

REMEMBERED = "table_forms"
tables_counted = counted("table", a_minute=30)
OWN_FRAMES = {"frame-src": ["'self'"]}  # the front page shows a match


@guests_may
@csp_update(OWN_FRAMES)  # type: ignore[untyped-decorator]  # csp has no types
@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Show what the site is, its games, the open tables and the latest replays on one screen."""
    return render(request, "matches/home.html", home_context(request.user))


@guests_may
@never_cache
@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables and running matches; the socket keeps the page up to date."""
    context = {**lobby_context(request.user), "nav": "lobby"}
    return render(request, "matches/lobby.html", context)


@guests_may
@never_cache
@require_GET
def waiting(request: HttpRequest) -> JsonResponse:
    """Tell at how many matches it is the person's turn: the number on the app's icon."""
    user = request.user
    count = tables_waiting(user) if isinstance(user, User) else 0
    return JsonResponse({"waiting": count})


def rules_or_404(game: str) -> Rules:
    """Return the rules of a game named in a URL, or raise 404."""
    try:
        return current_rules(game)
    except UnknownGame:
        raise Http404 from None


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@tables_counted
def table_new(request: HttpRequest, game: str) -> HttpResponse:
    """Show the form that opens a table, re-render it as choices change, or open the table."""
    rules = rules_or_404(game)
    if request.method == "GET":
        return _form_page(request, rules, TableForm(rules, initial=_initial(request, game)))
    form, status = TableForm(rules, request.POST), 422
    if form.is_valid():
        try:
            match = _open_table(request, game, form)
        except Refusal as refusal:
            form.add_error(None, phrase_text(refusal.phrase, rules, ()))
            status = refusal_status(refusal)
        else:
            return redirect("matches:match", code=match.code)
    return _form_page(request, rules, form, status)


def _form_page(
    request: HttpRequest, rules: Rules, form: TableForm, status: int = 200
) -> HttpResponse:
    """Answer with the page, or with only the form's fields if htmx asked for them."""
    template = "matches/table_new.html"
    if getattr(request, "htmx", False) and request.method == "GET":
        template = "matches/_table_fields.html"
    context = {"form": form, "rules": rules, "nav": "lobby"}
    return render(request, template, context, status=status)


def _initial(request: HttpRequest, game: str) -> dict[str, Any]:
    """Return the form's initial data: the current choices, else the last ones used.

    A query that only names a person to invite contains no choices yet; an invitation starts
    from the quick length.
    """
    asked = {name: value for name, value in request.GET.items() if isinstance(value, str)}
    if asked.keys() - {"invite"}:
        return asked
    remembered: dict[str, Any] = request.session.get(REMEMBERED, {}).get(game, {})
    quick = {"length": "quick", "shown_length": ""} if asked else {}
    return {**remembered, **asked, **quick}


def _open_table(request: HttpRequest, game: str, form: TableForm) -> Match:
    """Open the table a valid form describes, invite its person, and remember the choices."""
    match = own_table_open(
        owner=request.user,
        game=game,
        seats=form.cleaned_data["seats"],
        options=form.cleaned_data["options"],
        visibility=form.seen_by(),
        guests_may_join=form.lets_guests_in(),
        turn_seconds=form.cleaned_data["turn_seconds"],
        reserve_seconds=form.cleaned_data["reserve_seconds"],
        on_absence=form.cleaned_data["on_absence"],
        steady_only=form.cleaned_data["steady_only"] == "yes",
        bots=form.bot_names(),
        rated=form.cleaned_data["rated"] != "no",
        invite=form.cleaned_data["invite"],
    )
    remembered = request.session.get(REMEMBERED, {})
    request.session[REMEMBERED] = {**remembered, game: form.remembered()}
    return match


@guests_may
@never_cache
@require_http_methods(["GET", "POST"])
@tables_counted
def play_now(request: HttpRequest, game: str) -> HttpResponse:
    """Open a table full of bots and redirect there; the page gets ready automatically.

    A posted `bot` names the level of all of them.

    An anonymous visitor plays as a guest; if guests are refused, the POST is remembered until they
    have signed up or in. A GET asks for confirmation, so that a link from elsewhere cannot open a
    table.
    """
    rules = rules_or_404(game)
    if not request.user.is_authenticated:
        if request.method != "POST":
            return render(request, "matches/play_now.html", {"rules": rules, "nav": "lobby"})
        try:
            enter_as_guest(request)
        except GuestRefused as refusal:
            messages.info(request, refusal.sentence)
            return sign_up_first(request, request.POST.get("bot", ""))
    bot = take_awaited(request)
    if request.method == "POST":
        bot = request.POST.get("bot", "")
    elif bot is None:
        return render(request, "matches/play_now.html", {"rules": rules, "nav": "lobby"})
    return _deal_now(request, rules, bot)


def _deal_now(request: HttpRequest, rules: Rules, bot: str) -> HttpResponse:
    """Open the table, unless the person has too many."""
    game, seats = rules.meta.key, usual_seats(rules.meta)
    assert isinstance(request.user, User)
    is_guest = request.user.is_guest
    bots = [bot] * (seats - 1) if bot else _usual_bots(rules, seats - 1)
    try:
        match = own_table_open(
            owner=request.user,
            game=game,
            seats=seats,
            options={},
            length="quick",
            bots=bots,
            turn_seconds=DAY,
            without_clock=True,
            rated=False,
            visibility=Match.Visibility.UNLISTED if is_guest else Match.Visibility.PUBLIC,
        )
    except Refusal as refusal:
        return refusal_response(request, refusal)
    return redirect(reverse("matches:match", args=[match.code]) + "#ready")


def _usual_bots(rules: Rules, count: int) -> list[str]:
    """Return `count` bots, cycling through the strengths, weakest first."""
    names = list(rules.bots)
    return [names[index % len(names)] for index in range(count)]
