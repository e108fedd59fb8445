"""The collusion report, for moderators alone."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.second_factor import staff_only
from accounts.selectors import PersonNotFound, person_called
from accounts.throttle import counted
from accounts.views import person_or_404
from games.engine.contract import Refusal
from replays.analysis.rates import LEAST_MATCHES
from replays.pairs import heavy_plies, is_being_read, pair_scores, pairs_met, waiting
from replays.refusals import refuse
from replays.services.collusion import pairs_ask
from replays.views.answers import refusal_sentence


@never_cache
@staff_only
@require_GET
def pairs_index(request: HttpRequest) -> HttpResponse:
    """List the pairs that met most, with their scores as far as they are known.

    The query may name people (`one`, `other`) for the form to begin with.
    """
    return _index(request)


def _index(request: HttpRequest, sentence: str = "", status: int = 200) -> HttpResponse:
    context = {
        "pairs": pairs_met(),
        "waiting": waiting(),
        "least": LEAST_MATCHES,
        "asked": request.POST or request.GET,
        "sentence": sentence,
    }
    return render(request, "replays/pairs.html", context, status=status)


@never_cache
@staff_only
@require_GET
def pair_show(request: HttpRequest, one: str, other: str) -> HttpResponse:
    """Show what the decisions of two people say, game by game."""
    people = [person_or_404(name, also_barred=True) for name in (one, other)]
    pairs = pair_scores(*people)
    context = {
        "one": people[0],
        "other": people[1],
        "pairs": pairs,
        "plies": heavy_plies(pairs),
        "is_being_read": is_being_read(pairs),
        "least": LEAST_MATCHES,
    }
    return render(request, "replays/pair.html", context)


@never_cache
@staff_only
@require_POST
@counted("pairs", a_minute=20)
def pairs_read(request: HttpRequest) -> HttpResponse:
    """Queue the matches of `one`, or of `one` and `other`, to be read."""
    try:
        people = _named(request)
        count = pairs_ask(one=people[0], other=people[1] if len(people) > 1 else None)
    except Refusal as refusal:
        return _index(request, refusal_sentence(refusal), status=422)
    told = ngettext("%(count)s match will be read.", "%(count)s matches will be read.", count)
    messages.success(request, told % {"count": count})
    if len(people) > 1:
        return redirect("pairs:show", people[0].username, people[1].username)
    return redirect("pairs:index")


def _named(request: HttpRequest) -> list[User]:
    """Return the one or two people that a form names; raises ReplayRefusal."""
    names = [request.POST.get(key, "").strip() for key in ("one", "other")]
    try:
        people = [person_called(name, also_barred=True) for name in names if name]
    except PersonNotFound:
        raise refuse("no_such_person") from None
    if not people:
        raise refuse("no_such_person")
    return people
