"""The page with two people's head-to-head record."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.views import person_or_404
from games.matches.history import MOST, encounters, tallies
from games.ratings.selectors import chances_between

PER_PAGE = 20


@never_cache
@require_GET
def versus(request: HttpRequest, one: str, other: str) -> HttpResponse:
    """Show two people's head-to-head record, limited to matches the viewer may see."""
    first, second = person_or_404(one), person_or_404(other)
    if first == second:
        raise Http404
    found = encounters(first, second, request.user)
    context = {
        "one": first,
        "other": second,
        "tallies": tallies(found.met),
        "most": MOST if found.is_cut else None,
        "chances": chances_between(first.pk, second.pk),
        "page_obj": Paginator(found.met, PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "matches/versus.html", context)
