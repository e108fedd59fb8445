"""Show the site's ladders and the written rating rules, open to everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.ratings.bound import CAP_POINTS
from games.ratings.display import PROVISIONAL_MATCHES
from games.ratings.eligibility import SENTENCES
from games.ratings.ladder import ACTIVE_DAYS
from games.ratings.log import SITE
from games.ratings.pages import ladder_cards, ladder_context, site_season_label


@require_GET
def ladder_index(request: HttpRequest) -> HttpResponse:
    """Show every ladder of the site with its top players."""
    ladders = ladder_cards(SITE, lambda name: reverse("ratings:ladder", args=[name]))
    return render(request, "ratings/index.html", {"ladders": ladders, "nav": "ladders"})


@require_GET
def ladder(request: HttpRequest, name: str) -> HttpResponse:
    """Show one ladder, of all time or of one season."""
    context = ladder_context(request, owner=SITE, name=name, season_label=site_season_label)
    return render(request, "ratings/ladder.html", {**context, "nav": "ladders"})


@require_GET
def rating_rules(request: HttpRequest) -> HttpResponse:
    """Show the written rules: who counts and how."""
    context = {
        "reasons": [gettext(sentence) for sentence in SENTENCES.values()],
        "cap": CAP_POINTS,
        "provisional_matches": PROVISIONAL_MATCHES,
        "active_days": ACTIVE_DAYS,
        "nav": "ladders",
    }
    return render(request, "ratings/rules.html", context)
