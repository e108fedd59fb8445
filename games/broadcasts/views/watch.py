"""What is on show: the tables of a round, one of them large, alone in a frame, or in a stream."""

from __future__ import annotations

from functools import partial
from typing import Any

from csp.decorators import csp_replace, csp_update
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_sameorigin

from accounts.numbers import whole_number
from games.broadcasts.access import ShowAccess, access_broadcast, access_show
from games.broadcasts.presenters import air_context, board_context, tables_context
from games.broadcasts.services.broadcast import watcher_note
from games.broadcasts.services.remarks import remark_clear, remark_draw, remark_say
from games.broadcasts.views.gate import commenting, watching
from replays.views.answers import page_or_fragment
from replays.views.beside import OWN_FRAMES


@csp_update(OWN_FRAMES)  # type: ignore[untyped-decorator]  # csp has no types
@watching
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Show the tables of the newest round on show, or of `?round=`, side by side."""
    access = access_broadcast(request.user, code)
    context = {
        **tables_context(access, _number(request, "round")),
        "asked": request.GET.urlencode(),
        "nav": "tournaments",
    }
    return page_or_fragment(request, "broadcasts/show.html", "broadcasts/_tables.html", context)


@watching
def table(request: HttpRequest, code: str, match: str) -> HttpResponse:
    """Show one table large: with what is said and drawn, and the way back through its moves."""
    access = access_show(request.user, code, match)
    base = reverse("broadcasts:table", args=[code, match])
    context = {**_board(request, access, base), "nav": "tournaments"}

    def beside() -> dict[str, Any]:
        tables = tables_context(access, access.show.round)
        return {**_air(access), **tables, "may_comment": access.comments}

    return page_or_fragment(
        request, "broadcasts/table.html", "broadcasts/_position.html", context, beside
    )


@watching
@csp_replace({"frame-ancestors": ["'self'"]})  # type: ignore[untyped-decorator]  # csp has no types
@xframe_options_sameorigin
def frame(request: HttpRequest, code: str, match: str) -> HttpResponse:
    """Show one table alone, for a frame of the page of all, and for the stream."""
    access = access_show(request.user, code, match)
    base = reverse("broadcasts:frame", args=[code, match])
    return page_or_fragment(
        request,
        "broadcasts/frame.html",
        "broadcasts/_board.html",
        _board(request, access, base),
        partial(_air, access),
    )


@watching
def stream(request: HttpRequest, code: str) -> HttpResponse:
    """Show the newest round's table `?table=` (else its first) on a transparent page.

    The page asks again, with the match that it shows as `now`, and is told to reload for another.
    """
    access = access_broadcast(request.user, code)
    wanted, tables = _number(request, "table"), tables_context(access, None)["tables"]
    shows = [one["show"] for one in tables]
    shown = next((one for one in shows if one.table == wanted), shows[0] if shows else None)
    match = "" if shown is None else shown.match.code
    if "now" in request.GET:
        is_same = request.GET["now"] == match
        return HttpResponse(status=204, headers={} if is_same else {"HX-Refresh": "true"})
    context: dict[str, Any] = {"broadcast": access.broadcast, "match_code": match}
    if shown is not None:
        base = reverse("broadcasts:frame", args=[code, match])
        access_to_match = access_show(request.user, code, match)
        context |= _board(request, access_to_match, base) | _air(access_to_match)
    context["asked"] = request.GET.urlencode()
    return render(request, "broadcasts/stream.html", context)


def _board(request: HttpRequest, access: ShowAccess, base: str) -> dict[str, Any]:
    """Return the table as `base` shows it."""
    watcher_note(access.show, request.user)
    return board_context(access, request.GET, base)


def _air(access: ShowAccess) -> dict[str, Any]:
    """Return what stands beside the table, and whence it is pushed."""
    return {
        **air_context(access),
        "match_code": access.show.match.code,
        "heartbeat_seconds": settings.HEARTBEAT_SECONDS,
    }


def _number(request: HttpRequest, key: str) -> int | None:
    return whole_number(request.GET.get(key, ""), digits=4)


@commenting
def say(request: HttpRequest, access: ShowAccess, ply: int) -> None:
    """Comment on the position with a `text`."""
    remark_say(access=access, ply=ply, text=request.POST.get("text", ""))


@commenting
def draw(request: HttpRequest, access: ShowAccess, ply: int) -> None:
    """Draw a `mark` on the position."""
    remark_draw(access=access, ply=ply, mark=request.POST.get("mark", ""))


@commenting
def clear(request: HttpRequest, access: ShowAccess, ply: int) -> None:
    """Remove one's own drawings from the position."""
    remark_clear(access=access, ply=ply)
