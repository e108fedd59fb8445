"""The journal of directors' and judges' actions in an event, latest first."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from games.tournaments.access import access_as_judge
from games.tournaments.journal_view import journal_lines
from games.tournaments.presenters import Shown
from games.tournaments.selectors import done_in
from games.tournaments.views.gate import event_page
from games.tournaments.views.pages import answer

PER_PAGE = 200


@event_page
def journal(request: HttpRequest, code: str) -> HttpResponse:
    """Show the full journal, page by page; the console shows the latest lines."""
    access = access_as_judge(request.user, code)

    def fill(view: Shown) -> dict[str, Any]:
        page = Paginator(done_in(view.tournament), PER_PAGE).get_page(request.GET.get("page"))
        return {"page": page, "journal": journal_lines(view, page)}

    return answer(request, access, "console", fill, part="journal")
