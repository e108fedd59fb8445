"""What matches show on a person's page: figures by game, and the matches played."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest

from accounts.panels import Panel
from games.matches.history import figures_of, matches_of, played_matches

PER_PAGE = 20


def panel(request: HttpRequest, person: Any) -> Panel:
    """Return the figures and one page of the history, as far as whoever asks may see them."""
    page = Paginator(matches_of(person, request.user), PER_PAGE).get_page(request.GET.get("page"))
    data = {
        "figures": figures_of(person, request.user),
        "page_obj": page,
        "played": played_matches(page, person),
    }
    return Panel("matches/_person.html", data)
