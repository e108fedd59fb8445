"""One position of a match that was played here; every position has an address."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.matches.export import record_json
from replays.access import ReplayAccess, access_finished, access_replay
from replays.place import Place, read_ply
from replays.presenters import replay_context
from replays.selectors import match_timeline
from replays.views.answers import page_or_fragment, replay_page


@replay_page
@require_safe
def replay_show(request: HttpRequest, code: str) -> HttpResponse:
    """Show the match after `?ply=` actions, `?as=` whose eyes."""
    access = access_replay(request.user, code)
    context = match_context(request, access)
    return page_or_fragment(request, "replays/show.html", "replays/_position.html", context)


def match_context(request: HttpRequest, access: ReplayAccess) -> dict[str, Any]:
    """Return the context of the position that the request's query names.

    Whoever played knows how it ended; everybody else is not told the length
    or the result before they ask (`open`).
    """
    timeline = match_timeline(access.match, access.seats)
    eyes = access.eyes(request.GET.get("as", ""))
    place = Place(
        base=reverse("replays:show", args=[access.match.code]),
        ply=read_ply(request.GET, timeline.last),
        eyes=eyes.key,
        open="open" in request.GET or access.seat is not None,
    )
    context = replay_context(
        timeline=timeline,
        seats=access.seats,
        place=place,
        eyes=eyes,
        choices=access.choices(),
        bottom=access.seat,
    )
    return {
        **context,
        "match": access.match,
        "is_over": access.is_over,
        "is_player": access.seat is not None,
        "record_url": reverse("replays:record", args=[access.match.code]) if access.is_over else "",
        "proof_url": reverse("replays:proof", args=[access.match.code]) if access.is_over else "",
        "picture_url": place.at(
            base=reverse("replays:picture", args=[access.match.code]), open=False
        ),
        "nav": "replays",
    }


@replay_page
@require_safe
def record_download(request: HttpRequest, code: str) -> HttpResponse:
    """Send the record of a finished match as a file."""
    access = access_finished(request.user, code)
    response = JsonResponse(record_json(access.match), json_dumps_params={"ensure_ascii": False})
    name = f"{access.match.game}-{access.match.code}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
