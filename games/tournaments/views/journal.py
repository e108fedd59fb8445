"""What directors and judges did in an event, the latest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from games.matches.phrases import listing
from games.tournaments.access import access_as_judge
from games.tournaments.director.actions import Action
from games.tournaments.director.journal import tell
from games.tournaments.models import DirectorAction
from games.tournaments.names import sentences
from games.tournaments.presenters import Shown
from games.tournaments.views.gate import event_page
from games.tournaments.views.pages import answer

PER_PAGE = 200


@event_page
def journal(request: HttpRequest, code: str) -> HttpResponse:
    """Show all that was done, page by page; the console shows the latest."""
    access = access_as_judge(request.user, code)

    def fill(view: Shown) -> dict[str, Any]:
        page = Paginator(done_in(view), PER_PAGE).get_page(request.GET.get("page"))
        return {"page": page, "journal": journal_lines(view, page)}

    return answer(request, access, "console", fill, part="journal")


def done_in(view: Shown) -> QuerySet[DirectorAction]:
    """Return what was done, the latest first."""
    done = DirectorAction.objects.filter(tournament=view.tournament).select_related("actor")
    return done.order_by("-no")


def journal_lines(view: Shown, rows: Iterable[DirectorAction]) -> list[dict[str, Any]]:
    """Return actions as the journal tells them."""
    rows = list(rows)
    in_rounds = view.state.config.format != "arena"
    told = [tell(Action(row.kind, row.payload, row.reason), in_rounds) for row in rows]
    return [
        {
            "at": row.at,
            "who": row.actor.get_username() if row.actor_id and row.actor else "",
            "what": what,
            "places": places_of(row.payload, view.names),
            "reason": row.reason or row.payload.get("text", ""),
        }
        for row, what in zip(rows, sentences(told, view.names), strict=True)
    ]


def places_of(facts: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return the places, and scores, that an action gave, so that a later one hides nothing."""
    rows = sorted(facts.get("results") or (), key=lambda row: row["rank"])
    return listing(
        f"{row['rank']}. {names[row['entry']]}"
        + ("" if row.get("score") is None else f" ({row['score']})")
        for row in rows
    )
