"""The list of replays: own and public finished matches, with filters and pages."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.engine.contract import JsonObject
from games.matches.labels import reason_label
from games.matches.models import Match
from games.registry import all_rules
from replays.address import Address
from replays.forms import ReplayFilter
from replays.listing import listed_matches, own_moments
from replays.models import Moment
from replays.moments import turns_by_match
from replays.views.answers import replay_page

PER_PAGE = 20
MOST_LISTED = 2000
"""Older matches need a filter to be found: counting and skipping more rows takes too long."""


@replay_page
@require_safe
def replay_list(request: HttpRequest) -> HttpResponse:
    """Show one page of the finished matches that pass the filters.

    Only players, and visitors who ask (`results`), see how a match ended.
    """
    form = ReplayFilter(request.GET)
    matches = listed_matches(request.user, form.cleaned_data if form.is_valid() else {})
    page = Paginator(matches[:MOST_LISTED], PER_PAGE).get_page(request.GET.get("page"))
    told = "results" in request.GET
    marked, turns = own_moments(request.user, page), turns_by_match(page)
    context = {
        "form": form,
        "page_obj": page,
        "is_cut": page.paginator.count == MOST_LISTED,
        "entries": [
            entry_of(match, request.user, told, marked[match.pk], turns.get(match.pk, []))
            for match in page
        ],
        "told": told,
        "toggle": _query(request, "page", "results", results=None if told else "1"),
        "query": _query(request, "page"),
        "nav": "replays",
    }
    return render(request, "replays/list.html", context)


def entry_of(
    match: Match, user: Any, told: bool, marked: list[Moment], turns: list[JsonObject]
) -> dict[str, Any]:
    """Return one line of the list, spoiler-free unless `told` or the reader's own match.

    `placed`, `reason` and `turns` (`turns_by_match`) stay empty until they are no longer spoilers.
    `moments` are those the reader marked: address, ply, title. `has_signs` says whether the game's
    scores can be negative.
    """
    address = reverse("replays:show", args=[match.code])
    seats = list(match.seats.all())
    mine = any(user.pk is not None and user.pk in (seat.user_id, seat.starter_id) for seat in seats)
    told = (told or mine) and match.status == Match.Status.FINISHED
    rules = all_rules().get(match.game)
    return {
        "match": match,
        "title": gettext(rules.meta.title) if rules else match.game,
        "has_signs": rules is not None and rules.meta.scores == "signed",
        "seats": seats,
        "is_mine": mine,
        "told": told,
        "placed": sorted(seats, key=lambda seat: (seat.rank or 0, seat.number)) if told else [],
        "reason": reason_label((match.result or {}).get("reason", ""), match.game) if told else "",
        "turns": turns if told else [],
        "moments": [
            (Address(address, one.ply, one.eyes).url, one.ply, one.title) for one in marked
        ],
    }


def _query(request: HttpRequest, *without: str, **extra: str | None) -> str:
    """Return the query string without some keys and with others added."""
    query: QueryDict = request.GET.copy()
    for key in without:
        query.pop(key, None)
    for key, value in extra.items():
        if value is not None:
            query[key] = value
    return query.urlencode()
