"""Replays of the same deal side by side: several positions in one view, stepping together."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from csp.decorators import csp_replace, csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games.engine.plain import plain_text
from games.matches.models import Seat
from games.matches.phrases import listing
from replays.access import ReplayAccess, ReplayNotFound, access_finished
from replays.address import PUBLIC_KEY, read_ply
from replays.presenters import eyes_label
from replays.selectors import match_timeline
from replays.views.answers import page_or_fragment, replay_page
from replays.views.show import match_position

FEWEST, MOST = 2, 6
OWN_FRAMES = {"frame-src": ["'self'"]}


@replay_page
@csp_update(OWN_FRAMES)  # type: ignore[untyped-decorator]  # csp has no types
@require_safe
def beside_show(request: HttpRequest) -> HttpResponse:
    """Show the replays `?of=` of one deal after `?ply=` actions each, from the viewpoint `?as=`.

    A match that has fewer actions shows its end. 404 unless they are several matches of one deal.
    """
    context = _context(request)
    return page_or_fragment(request, "replays/beside.html", "replays/_beside.html", context)


def _context(request: HttpRequest) -> dict[str, Any]:
    codes = list(dict.fromkeys(request.GET.getlist("of")[: MOST + 1]))
    if not FEWEST <= len(codes) <= MOST:
        raise Http404
    replays = [access_finished(request.user, code) for code in codes]
    timelines = [match_timeline(one.match, one.seats) for one in replays]
    if len({_deal_of(one) for one in replays}) > 1:
        raise ReplayNotFound
    last = max(timeline.last for timeline in timelines)
    ply = read_ply(request.GET, last)
    first, eyes = replays[0], replays[0].eyes(request.GET.get("as", ""))

    def at(number: int | str, key: str = eyes.key) -> str:
        query = [*(("of", code) for code in codes), ("ply", number), ("as", key)]
        return f"{reverse('replays:beside')}?{urlencode(query)}"

    return {
        "game_title": gettext(first.match.rules.meta.title),
        "rules": first.match.rules,
        "ply": ply,
        "last": last,
        "steps": {
            "first": at(0) if ply else None,
            "back": at(ply - 1) if ply else None,
            "on": at(ply + 1) if ply < last else None,
            "last": at("last") if ply < last else None,
        },
        "choices": [
            {"label": _seat_label(one.seat), "url": at(ply, one.key), "chosen": one == eyes}
            for one in first.choices()
            if one.key != PUBLIC_KEY
        ],
        "panes": [
            _pane(one, min(ply, timeline.last), timeline.last, eyes.key)
            for one, timeline in zip(replays, timelines, strict=True)
        ],
        "nav": "replays",
    }


def _deal_of(replay: ReplayAccess) -> tuple[str, str, str]:
    """Return what two matches of the same deal have in common."""
    match = replay.match
    return match.game, match.commitment, plain_text(match.options)


def _seat_label(seat: int | None) -> str:
    """Return a viewpoint in words that fit every table."""
    return gettext("All hands") if seat is None else gettext("Seat %(n)s") % {"n": seat + 1}


def _place(seats: list[Seat], rank: int | None) -> int | None:
    """Return a rank as a place: those behind two winners are third, as in events."""
    return rank and 1 + sum((seat.rank or rank) < rank for seat in seats)


def _pane(replay: ReplayAccess, ply: int, last: int, eyes: str) -> dict[str, Any]:
    """Return one replay's frame: where it is, and whose."""
    code, seats = replay.match.code, replay.seats
    names = [seat.shown_name for seat in seats]
    chosen = replay.eyes(eyes)
    place = urlencode({"ply": ply, "as": eyes})
    who = listing(names) if chosen.seat is None else names[chosen.seat]
    seat = None if chosen.seat is None else seats[chosen.seat]
    return {
        "who": who,
        "title": f"{who} – {eyes_label(chosen, names)}" if seat is None else who,
        "place": None if seat is None else _place(seats, seat.rank),
        "score": None if seat is None else seat.score,
        "ended": ply >= last,
        "frame_url": f"{reverse('replays:frame', args=[code])}?{place}",
        "full_url": f"{reverse('replays:show', args=[code])}?{place}&open=1",
    }


@replay_page  # outermost: its refusals are ordinary pages, which must not be framed
@csp_replace({"frame-ancestors": ["'self'"]})  # type: ignore[untyped-decorator]  # csp has no types
@xframe_options_sameorigin
@require_safe
def frame(request: HttpRequest, code: str) -> HttpResponse:
    """Show one position of a finished match alone, for a frame of the page above."""
    access = access_finished(request.user, code)
    context = match_position(access, request.GET, reverse("replays:frame", args=[code]))
    return page_or_fragment(request, "replays/frame.html", "replays/_frame.html", context)
