"""Build the ratings panel of a person's page: each rating with its history as a chart."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from accounts.registry import Panel
from games.ratings.chart import chart_of
from games.ratings.display import shown, spread
from games.ratings.log import SITE
from games.ratings.models import Standing
from games.ratings.selectors import (
    corrections_of,
    history_of,
    ladder_title,
    shown_rating,
    standings_of,
)


def profile_panel(request: HttpRequest, person: Any) -> Panel:
    """Return a person's ratings on the site's ladders, which are always public."""
    entries = [rating_entry(standing) for standing in standings_of(person.pk, SITE)]
    return Panel("ratings/_person.html", {"entries": entries})


def rating_entry(standing: Standing) -> dict[str, Any]:
    """Return one ladder on a person's page, with the rating's history as a chart."""
    changes = history_of(standing)
    ratings = [shown(changes[0].mu_before), *(shown(one.mu_after) for one in changes)]
    spreads = [spread(changes[0].sigma_before), *(spread(one.sigma_after) for one in changes)]
    ladder = standing.ladder
    return {
        "title": ladder_title(ladder.game, ladder.mode),
        "game": ladder.game,
        "mode": ladder.mode,
        "rating": shown_rating(standing),
        "chart": chart_of(ratings, spreads),
        "best": max(ratings),
        "first_at": changes[0].finished_at,
        "last_at": changes[-1].finished_at,
        "corrections": corrections_of(standing),
    }
