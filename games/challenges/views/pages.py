"""The pages: a club's challenge ladders, one ladder, its history, its settings."""

from __future__ import annotations

from copy import copy
from datetime import datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_GET

from accounts.clubs.access import ClubAccess, access_club, access_club_as_director
from accounts.clubs.views.gate import club_form, club_page, settings_page
from games.challenges.access import access_ladder
from games.challenges.forms import AwayForm, LadderForm
from games.challenges.models import ChallengeLadder
from games.challenges.selectors.page import history as moves_of
from games.challenges.selectors.page import ladder_page, order_at, people_in_order, told
from games.challenges.services.ladder import ladder_create, ladder_edit
from games.challenges.views.gate import ladder_view
from games.registry import UnknownGame, all_rules, current_rules

MOVES_PER_PAGE = 50

FORM = {"template": "challenges/form.html", "then": "challenges:ladder"}


@require_GET
@club_page
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's challenge ladders; its directors choose a game for a new one."""
    access = access_club(request.user, slug)
    ladders = [
        (one, one.rungs.count(), one.rungs.select_related("user").order_by("place")[:3])
        for one in access.club.challenge_ladders.all()
    ]
    games = [one for one in all_rules().values() if 2 in one.meta.allowed_seats()]
    context = _context(access, ladders=ladders, games=games if access.is_director else [])
    return render(request, "challenges/index.html", context)


@ladder_view
def ladder(request: HttpRequest, found: ChallengeLadder, access: ClubAccess) -> HttpResponse:
    """Show a ladder: one's own next step, then the places."""
    shown = ladder_page(found, request.user)
    form = AwayForm()
    last = shown["own"].away_last
    form.fields["until"].widget.attrs |= {"min": timezone.localdate(), "max": last or ""}
    context = _context(access, ladder=found, away_form=form, **shown)
    return render(request, "challenges/ladder.html", context)


@ladder_view
def history(request: HttpRequest, found: ChallengeLadder, access: ClubAccess) -> HttpResponse:
    """Show who moved when and why; `on` is a day whose standings to show besides."""
    asked = request.GET.get("on", "")
    try:
        day = parse_date(asked.replace("\0", ""))
    except ValueError:
        day = None
    page = Paginator(moves_of(found), MOVES_PER_PAGE).get_page(request.GET.get("page"))
    if day is not None and day.year < 9999:
        end = timezone.make_aware(datetime.combine(day + timedelta(days=1), time()))
        places = people_in_order(order_at(found, end))
    else:
        places = []
    context = _context(
        access,
        ladder=found,
        page=page,
        moves=told(page),
        on=day.isoformat() if day else "",
        places=places,
        query=urlencode({"on": day.isoformat()}) if day else "",
    )
    return render(request, "challenges/history.html", context)


@club_form
def new(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """Open a ladder for a game; directors only."""
    access = access_club_as_director(request.user, slug)
    try:
        rules = current_rules(game)
    except UnknownGame:
        raise Http404 from None
    form = LadderForm(rules, request.POST if request.method == "POST" else None)

    def save() -> ChallengeLadder:
        return ladder_create(club=access.club, actor=request.user, game=game, **form.cleaned_data)

    return settings_page(request, access, form, save, **FORM, rules=rules)


@club_form
def settings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a ladder's settings; directors only."""
    found, access = access_ladder(request.user, slug, pk)
    access.as_director()
    shown = copy(found)  # a refused form still writes its input into its instance
    rules = current_rules(found.game)
    form = LadderForm(rules, request.POST if request.method == "POST" else None, instance=shown)

    def save() -> ChallengeLadder:
        ladder_edit(ladder=found, actor=request.user, **form.cleaned_data)
        return found

    return settings_page(request, access, form, save, **FORM, ladder=found, rules=rules)


def _context(access: ClubAccess, **context: Any) -> dict[str, Any]:
    return {"access": access, "club": access.club, "nav": "clubs", **context}
