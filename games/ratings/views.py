"""The ladders' pages, and the written rules of the ratings. Open to everybody."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.ratings.calendar import season_parts
from games.ratings.display import PROVISIONAL_MATCHES
from games.ratings.eligibility import SENTENCES
from games.ratings.ladder import ACTIVE_DAYS
from games.ratings.log import ALL_TIME, SITE, LadderKey
from games.ratings.selectors import ladder_lines, ladder_title, modes, seasons_of

PER_PAGE = 100
TOP = 3


def ladder_name(game: str, mode: str) -> str:
    """Return a ladder's name in addresses."""
    return f"{game}-{mode}"


def season_label(season: str) -> str:
    """Return what a season is called, in the active language."""
    parts = season_parts(season)
    if parts is None:
        return gettext("All time") if season == ALL_TIME else season
    return gettext("Season %(quarter)s of %(year)s") % {"quarter": parts[1], "year": parts[0]}


@require_GET
def ladder_index(request: HttpRequest) -> HttpResponse:
    """Show every ladder of the site with those at its head."""
    ladders = []
    for game, mode in modes():
        lines = ladder_lines(LadderKey(SITE, game, mode))
        top = [line for line in lines if line.row.rank is not None][:TOP]
        name, title = ladder_name(game, mode), ladder_title(game, mode)
        ladders.append({"name": name, "title": title, "top": top, "players": len(lines)})
    return render(request, "ratings/index.html", {"ladders": ladders, "nav": "ladders"})


@require_GET
def ladder(request: HttpRequest, name: str) -> HttpResponse:
    """Show one ladder, of all time or of one season."""
    game, _, mode = name.partition("-")
    if (game, mode) not in modes():
        raise Http404
    seasons = seasons_of(SITE, game, mode)
    season = request.GET.get("season", ALL_TIME)
    if season not in {ALL_TIME, *seasons}:
        raise Http404
    lines = ladder_lines(LadderKey(SITE, game, mode, season))
    page = Paginator(lines, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "title": ladder_title(game, mode),
        "game": game,
        "season": season,
        "seasons": [(key, season_label(key)) for key in (ALL_TIME, *seasons)],
        "page_obj": page,
        "ranked": [line for line in page if line.row.rank is not None],
        "others": [line for line in page if line.row.rank is None],
        "query": "" if season == ALL_TIME else f"season={season}",
        "active_days": ACTIVE_DAYS,
        "nav": "ladders",
    }
    return render(request, "ratings/ladder.html", context)


@require_GET
def rating_rules(request: HttpRequest) -> HttpResponse:
    """Show who counts and how, in words."""
    context = {
        "reasons": [gettext(sentence) for sentence in SENTENCES.values()],
        "provisional_matches": PROVISIONAL_MATCHES,
        "active_days": ACTIVE_DAYS,
        "nav": "ladders",
    }
    return render(request, "ratings/rules.html", context)
