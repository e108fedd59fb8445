"""Show one position of a match played here; every position has its own URL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.matches.export import record_json
from games.matches.models import Match
from replays.access import ReplayAccess, access_finished, access_replay
from replays.address import Address, Eyes, read_ply
from replays.analysis.panel import analysis_panel
from replays.coached import coach_panel
from replays.forks import BEST, same_deals, seats_to_play_on, source_of
from replays.luck import luck_panel
from replays.moments import bar_turns
from replays.presenters import beside_position, replay_context
from replays.reasons import bot_reason
from replays.selectors import match_timeline
from replays.study.access import own_studies
from replays.study.chapters import room_address
from replays.talk import talk_context
from replays.timeline import Timeline
from replays.views.answers import page_or_fragment, replay_page

ANY_SITE = {"frame-ancestors": ["*"]}


@replay_page
@require_safe
def replay_show(request: HttpRequest, code: str) -> HttpResponse:
    """Show the match after `?ply=` actions, from the viewpoint `?as=`."""
    access = access_replay(request.user, code)
    context = match_context(request.user, access, request.GET)
    return page_or_fragment(request, "replays/show.html", "replays/_position.html", context)


def match_context(
    user: Any, access: ReplayAccess, query: Mapping[str, str], base: str = ""
) -> dict[str, Any]:
    """Return the context of the page at the position that a query names."""
    context = match_position(access, query, base)
    if access.is_over:
        context |= _finished_context(user, access, context["address"], context["eyes"])
    return context


def match_position(
    access: ReplayAccess, query: Mapping[str, str], base: str = ""
) -> dict[str, Any]:
    """Return the context of the table and its control bar at the position a query names."""
    timeline = match_timeline(access.match, access.seats)
    address, eyes = match_address(access, timeline, query, base)
    context = replay_context(
        timeline=timeline,
        seats=access.seats,
        address=address,
        eyes=eyes,
        choices=access.choices(),
        bottom=access.seat,
    )
    known = access.seat is not None
    return {**context, "is_player": known, "is_over": access.is_over, "nav": "replays"}


def match_address(
    access: ReplayAccess, timeline: Timeline, query: Mapping[str, str], base: str = ""
) -> tuple[Address, Eyes]:
    """Return the place that a query names, and the viewpoint.

    Players know how the match ended; everybody else learns its length and result only on request
    (`open`).
    """
    eyes = access.eyes(query.get("as", ""))
    address = Address(
        base=base or room_address(access.match, query.get("room", "")) or _address(access.match),
        ply=read_ply(query, timeline.last),
        eyes=eyes.key,
        open="open" in query or access.seat is not None,
        tour=query.get("tour", "")[:20],
    )
    return address, eyes


def _address(match: Match) -> str:
    """Return the address of a match's replay."""
    return reverse("replays:show", args=[match.code])


def _finished_context(
    user: Any, access: ReplayAccess, address: Address, eyes: Eyes
) -> dict[str, Any]:
    """Return the additional context of a finished match's replay."""
    match, code = access.match, access.match.code
    timeline = match_timeline(match, access.seats)
    names = timeline.holders.at(address.ply)
    return {
        "code": code,
        "share_url": address.at(base=_address(match), open=False, tour=""),
        "record_url": "" if match.practice else reverse("replays:record", args=[code]),
        "proof_url": "" if match.practice else reverse("replays:proof", args=[code]),
        "same_deals": same_deals(match, names, user) if address.open else [],
        "best_of_deal": BEST,
        "source": source_of(match, user),
        "analysis": analysis_panel(match, timeline, address, eyes) if address.open else None,
        "coach": coach_panel(access, timeline, address, eyes) if address.open else None,
        "luck": luck_panel(match, timeline, address, eyes) if address.open else None,
        "turns": bar_turns(match, timeline, address) if address.open else [],
        "practice": match.practice,
        "reason": bot_reason(timeline, address.ply, eyes),
        "seats_to_play_on": seats_to_play_on(timeline, address.ply),
        "embed_url": address.at(base=reverse("replays:embed", args=[code]), open=False, tour=""),
        "moving_url": reverse("replays:moving", args=[code]),
        "picture_url": address.at(
            base=reverse("replays:picture", args=[code]), open=False, tour=""
        ),
        "own_studies": own_studies(user),
        **_of_hooks(access, timeline, address, eyes),
        **talk_context(match, address, user, names),
    }


def _of_hooks(
    access: ReplayAccess, timeline: Timeline, address: Address, eyes: Eyes
) -> dict[str, Any]:
    """Return what apps above this one show beside a position seen by a seat."""
    if eyes.seat is None:
        return {}
    parts = beside_position(access, timeline, address.ply, eyes.seat)
    return {key: value for part in parts for key, value in part.items()}


@replay_page  # outermost: its refusals are ordinary pages, which must not be framed
@csp_replace(ANY_SITE)  # type: ignore[untyped-decorator]  # csp has no types
@xframe_options_exempt
@require_safe
def replay_embed(request: HttpRequest, code: str) -> HttpResponse:
    """Show a finished match in another site's frame: the table and its control bar, without a form.

    It always shows what an anonymous visitor sees, even to signed-in people, so that the embedding
    page can neither learn nor do anything in a visitor's name.
    """
    access = access_finished(AnonymousUser(), code)
    base = reverse("replays:embed", args=[code])
    context = match_position(access, request.GET, base)
    context["full_url"] = context["address"].at(base=reverse("replays:show", args=[code]))
    return page_or_fragment(request, "replays/embed.html", "replays/_embedded.html", context)


@replay_page
@require_safe
def record_download(request: HttpRequest, code: str) -> HttpResponse:
    """Send the record of a finished match as a file."""
    access = access_finished(request.user, code)
    response = JsonResponse(record_json(access.match), json_dumps_params={"ensure_ascii": False})
    name = f"{access.match.game}-{access.match.code}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
