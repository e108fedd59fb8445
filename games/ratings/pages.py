"""Build the context of ladder pages for any owner: the site in this app, clubs in theirs.

Permission checks are left to the view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from games.ratings.ladder import ACTIVE_DAYS
from games.ratings.log import ALL_TIME, LadderKey
from games.ratings.selectors import ladder_rows, ladder_title, modes, seasons_of, with_people

PER_PAGE = 100
TOP = 3

SeasonLabel = Callable[[str], str]
LadderUrl = Callable[[str], str]


def ladder_name(game: str, mode: str) -> str:
    """Return a ladder's name in URLs; game keys contain no hyphen."""
    return f"{game}-{mode}"


def site_season_label(season: str) -> str:
    """Return the label of a site season in the active language."""
    year, mark, quarter = season.partition("-q")
    if not mark:
        return season
    return gettext("Season %(quarter)s of %(year)s") % {"quarter": quarter, "year": year}


def ladder_cards(owner: str, url_of: LadderUrl) -> list[dict[str, Any]]:
    """Return every ladder of an owner with its top players."""
    cards = []
    for game, mode in modes():
        rows = ladder_rows(LadderKey(owner, game, mode))
        cards.append(
            {
                "url": url_of(ladder_name(game, mode)),
                "title": ladder_title(game, mode),
                "top": with_people(row for row in rows[:TOP] if row.rank is not None),
                "players": len(rows),
            }
        )
    return cards


def ladder_context(
    request: HttpRequest, *, owner: str, name: str, season_label: SeasonLabel
) -> dict[str, Any]:
    """Return the context of `ratings/_ladder.html` for the season named in the request.

    Raises Http404 for an unknown ladder, or a season in which it was not played.
    """
    game, _, mode = name.partition("-")
    if (game, mode) not in modes():
        raise Http404
    seasons = seasons_of(owner, game, mode)
    season = request.GET.get("season", ALL_TIME)
    if season not in {ALL_TIME, *seasons}:
        raise Http404
    rows = ladder_rows(LadderKey(owner, game, mode, season))
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    lines = with_people(page)
    return {
        "title": ladder_title(game, mode),
        "season": season,
        "seasons": [
            (ALL_TIME, gettext("All time")),
            *((key, season_label(key)) for key in seasons),
        ],
        "page_obj": page,
        "ranked": [line for line in lines if line.row.rank is not None],
        "others": [line for line in lines if line.row.rank is None],
        "query": "" if season == ALL_TIME else f"season={season}",
        "active_days": ACTIVE_DAYS,
    }
