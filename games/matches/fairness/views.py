"""Pages on unusual pairs of opponents, and moderators' corrections of many matches at once.

Moderators see the site's ladders and may correct; a club's officers see the club's ladders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.clubs.access import access_club_as_director
from accounts.clubs.views.gate import club_page
from accounts.moderation.views import moderator_of
from accounts.numbers import whole_number
from accounts.second_factor import staff_only
from games.matches.fairness.selectors import (
    DAYS,
    LISTED,
    correction_matches,
    correction_shifts,
    corrections,
    matches_of_pair,
    people_called,
    report_on,
)
from games.ratings.bound import CAP_POINTS
from games.ratings.log import SITE, LadderKey, club_owner
from games.ratings.models import RatingCorrection
from games.ratings.pages import ladder_name
from games.ratings.refusals import CorrectionRefused
from games.ratings.selectors import ladder_title, modes, most_played
from games.ratings.services.preview import void_preview
from games.ratings.services.rating_correct import correction_undo, ratings_void

PER_PAGE = 30
MOST_SHOWN = 100
MOST_CODES = 1000


def _chosen(request: HttpRequest, owner: str) -> tuple[LadderKey, int]:
    """Return the ladder and the days named in the query, or the ladder played most and 90 days."""
    name, known = request.GET.get("ladder", ""), modes()
    if not name:
        played = most_played(owner)
        game, mode = (played.game, played.mode) if played else known[0]
    else:
        game, _dash, mode = name.partition("-")
    days = whole_number(request.GET.get("days", str(DAYS[1])), digits=3)
    if (game, mode) not in known or days not in DAYS:
        raise Http404
    return LadderKey(owner, game, mode), days


def _report(
    request: HttpRequest, owner: str, pair_url: Callable[[int, int], str]
) -> dict[str, Any]:
    """Return the context of the report on one of an owner's ladders."""
    key, days = _chosen(request, owner)
    found = report_on(key, days, also_barred=owner == SITE)
    query = f"?ladder={ladder_name(key.game, key.mode)}&days={days}"
    return {
        "title": ladder_title(key.game, key.mode),
        "ladders": [(ladder_name(*each), ladder_title(*each)) for each in modes()],
        "ladder": ladder_name(key.game, key.mode),
        "all_days": DAYS,
        "days": days,
        "report": found,
        "pairs": [(pair, pair_url(*pair.ids) + query) for pair in found.pairs],
        "listed": LISTED,
        "cap": CAP_POINTS,
    }


def _pair(request: HttpRequest, owner: str, one: int, other: int) -> dict[str, Any]:
    """Return the context of the matches of two opponents."""
    key, days = _chosen(request, owner)
    people = people_called([one, other], also_barred=owner == SITE)
    return {
        "title": ladder_title(key.game, key.mode),
        "one": people.get(one),
        "other": people.get(other),
        "days": days,
        "matches": matches_of_pair(key, one, other, days),
        "query": f"?ladder={ladder_name(key.game, key.mode)}&days={days}",
    }


@never_cache
@staff_only
@require_GET
def report(request: HttpRequest) -> HttpResponse:
    """Show moderators the unusual pairs of one of the site's ladders."""
    context = _report(request, SITE, lambda *ids: reverse("fairness:pair", args=ids))
    return render(request, "fairness/report.html", context)


@never_cache
@staff_only
@require_GET
def pair(request: HttpRequest, one: int, other: int) -> HttpResponse:
    """Show moderators two opponents' rated matches, to choose those that shall not count."""
    return render(request, "fairness/pair.html", _pair(request, SITE, one, other))


@never_cache
@login_required
@require_GET
@club_page
def club_report(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's officers the unusual pairs of one of its ladders."""
    access = access_club_as_director(request.user, slug)
    context = _report(
        request,
        club_owner(access.club.pk),
        lambda one, other: reverse("fairness:club_pair", args=[slug, one, other]),
    )
    context |= {"access": access, "club": access.club, "nav": "clubs"}
    return render(request, "fairness/report.html", context)


@never_cache
@login_required
@require_GET
@club_page
def club_pair(request: HttpRequest, slug: str, one: int, other: int) -> HttpResponse:
    """Show a club's officers two opponents' rated matches in the club."""
    access = access_club_as_director(request.user, slug)
    context = _pair(request, club_owner(access.club.pk), one, other)
    context |= {"access": access, "club": access.club, "nav": "clubs"}
    return render(request, "fairness/pair.html", context)


@never_cache
@staff_only
@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """Show what taking these matches (`match`) out of the ratings would do."""
    return _preview(request)


def _preview(request: HttpRequest, sentence: str = "") -> HttpResponse:
    codes = _codes(request)
    shifts = void_preview(codes)
    context = {
        "codes": codes,
        "reason": request.POST.get("reason", ""),
        "shifts": _with_people(shifts[:MOST_SHOWN]),
        "more": max(0, len(shifts) - MOST_SHOWN),
        "sentence": sentence or ("" if codes else CorrectionRefused("no_matches").sentence),
    }
    status = 422 if context["sentence"] else 200
    return render(request, "fairness/preview.html", context, status=status)


@never_cache
@staff_only
@require_POST
def correct(request: HttpRequest) -> HttpResponse:
    """Take matches (`match`) out of the ratings, for a `reason`."""
    reason = request.POST.get("reason", "")
    try:
        made = ratings_void(matches=_codes(request), reason=reason, moderator=moderator_of(request))
    except CorrectionRefused as refusal:
        return _preview(request, refusal.sentence)
    messages.success(request, _("These matches no longer count for the ratings."))
    return redirect("fairness:correction", pk=made.pk)


@never_cache
@staff_only
@require_GET
def corrections_page(request: HttpRequest) -> HttpResponse:
    """Show every correction ever made."""
    page = Paginator(corrections(), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "fairness/corrections.html", {"page_obj": page})


@never_cache
@staff_only
@require_GET
def correction(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one correction: its matches, and what it did to whose rating."""
    return _correction(request, get_object_or_404(corrections(), pk=pk))


def _correction(request: HttpRequest, made: RatingCorrection, sentence: str = "") -> HttpResponse:
    shifts = correction_shifts(made)
    context = {
        "made": made,
        "lines": correction_matches(made),
        "shifts": _with_people(shifts[:MOST_SHOWN]),
        "more": max(0, len(shifts) - MOST_SHOWN),
        "undone_by": getattr(made, "undone_by", None),
        "sentence": sentence,
    }
    return render(request, "fairness/correction.html", context, status=422 if sentence else 200)


@never_cache
@staff_only
@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the matches of a correction count as before it, for a `reason`."""
    made = get_object_or_404(corrections(), pk=pk)
    reason = request.POST.get("reason", "")
    try:
        undone = correction_undo(correction=made, reason=reason, moderator=moderator_of(request))
    except CorrectionRefused as refusal:
        return _correction(request, made, refusal.sentence)
    messages.success(request, _("Correction undone."))
    return redirect("fairness:correction", pk=undone.pk)


def _codes(request: HttpRequest) -> list[str]:
    """Return the codes of the chosen matches, without what cannot be one."""
    asked = request.POST.getlist("match")[:MOST_CODES]
    return sorted({code for code in asked if code.isalnum() and len(code) <= 20})


def _with_people(shifts: list[Any]) -> list[tuple[Any, Any]]:
    """Return shifts with their people, for moderators; None for those who have left."""
    people = people_called((shift.player_id for shift in shifts), also_barred=True)
    return [(shift, people.get(shift.player_id)) for shift in shifts]
