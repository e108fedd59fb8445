"""Shared by all views of broadcasts: 404 for what does not exist, sentences for refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.numbers import whole_number
from accounts.throttle import throttle
from games.broadcasts.access import ShowAccess, access_show
from games.broadcasts.refusals import FORBIDDEN, refuse
from games.engine.contract import Refusal
from games.matches.phrases import phrase_text
from replays.views.answers import STATUS_OF, refusal_or_page

WRITES_A_MINUTE = 120
View = Callable[..., HttpResponse]


def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    status = 403 if refusal.code in FORBIDDEN else STATUS_OF.get(refusal.code, 422)
    context = {"sentence": phrase_text(refusal.phrase, None, ()), "code": refusal.code}
    return render(request, "replays/refused.html", context, status=status)


def watching(view: View) -> View:
    """Make a page for those who may watch."""
    return never_cache(require_safe(refusal_or_page(view, _refused)))


def commenting(deed: Callable[[HttpRequest, ShowAccess, int], None]) -> View:
    """Make a rate-limited POST about the position `ply` of a match on show.

    Scripts get an empty answer, forms a redirect to the table.
    """

    @wraps(deed)
    def post(request: HttpRequest, code: str, match: str) -> HttpResponse:
        access = access_show(request.user, code, match)
        throttle(request, "comment", limit=WRITES_A_MINUTE, seconds=60)
        ply = whole_number(request.POST.get("ply", ""), digits=6)
        if ply is None:
            raise refuse("not_shown")
        deed(request, access, ply)
        if request.headers.get("HX-Request"):
            return HttpResponse(status=204)
        return redirect("broadcasts:table", code, match)

    return never_cache(require_POST(login_required(refusal_or_page(post, _refused))))
