"""“Play with people”: look for others who want the same game and length."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.guests.awaited import sign_up_first, take_awaited
from games.engine.contract import Refusal
from games.matches.lobby import length_choices
from games.matches.requests import refusal_response
from games.matches.services.table_find import table_find
from games.matches.views.lobby import rules_or_404, tables_counted


@never_cache
@require_http_methods(["GET", "POST"])
@tables_counted
def find_players(request: HttpRequest, game: str) -> HttpResponse:
    """Seat a person with others who want the same `length`, and redirect there.

    An anonymous POST is remembered until the visitor has signed up or in. Any other GET offers the
    lengths, so that a link from elsewhere cannot seat anybody.
    """
    rules = rules_or_404(game)
    if not request.user.is_authenticated:
        return sign_up_first(request, request.POST.get("length", ""))
    length = take_awaited(request)
    if request.method == "POST":
        length = request.POST.get("length", "")
    elif length is None:
        context = {"rules": rules, "lengths": length_choices(rules.meta), "nav": "lobby"}
        return render(request, "matches/find_players.html", context)
    try:
        match = table_find(user=request.user, game=game, length=length)
    except Refusal as refusal:
        return refusal_response(request, refusal)
    ready = "" if match.is_search else "#ready"  # all others at that table are ready already
    return redirect(reverse("matches:match", args=[match.code]) + ready)
