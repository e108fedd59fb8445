"""POST views for comments, marked moments, guided tours and the analysis beside a replay.

They are plain forms: each POST redirects to the position it was sent from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.numbers import whole_number
from accounts.throttle import throttle
from replays.access import ReplayAccess, ReplayNotFound, access_finished
from replays.address import Address
from replays.coached import own_seat
from replays.models import Analysis
from replays.refusals import refuse
from replays.selectors import match_timeline
from replays.services import talk
from replays.services.analysis import analysis_ask
from replays.views.answers import replay_post
from replays.views.show import match_address

WRITES_A_MINUTE = 30
Writing = Callable[..., Address | str | None]


def writing(panel: str) -> Callable[[Writing], Callable[..., HttpResponse]]:
    """Return a decorator for POSTs by somebody who may see a finished match.

    It redirects to the position sent from, or to the position that the view returns, with `panel`
    open; or to the address that the view returns.
    """

    def decorate(view: Writing) -> Callable[..., HttpResponse]:
        @wraps(view)
        def post(request: HttpRequest, code: str, **kwargs: int) -> HttpResponse:
            access = access_finished(request.user, code)
            timeline = match_timeline(access.match, access.seats)
            address, _ = match_address(access, timeline, request.POST)
            throttle(request, "write", limit=WRITES_A_MINUTE, seconds=60)
            moved = view(request, access, address, **kwargs)
            if isinstance(moved, str):
                return redirect(moved)
            return redirect(f"{(moved or address).url}#{panel}")

        return replay_post(post)

    return decorate


@writing("talk")
def comment_add(request: HttpRequest, access: ReplayAccess, address: Address) -> None:
    """Add a comment `text` on the position."""
    talk.comment_add(
        match=access.match, author=request.user, ply=address.ply, text=request.POST.get("text", "")
    )


@writing("talk")
def comment_remove(
    request: HttpRequest, access: ReplayAccess, address: Address, *, pk: int
) -> None:
    """Delete a comment."""
    talk.comment_remove(match=access.match, user=request.user, pk=pk)


@writing("moments")
def moment_mark(request: HttpRequest, access: ReplayAccess, address: Address) -> None:
    """Mark the position with a `title`."""
    talk.moment_mark(
        match=access.match,
        author=request.user,
        ply=address.ply,
        eyes=address.eyes,
        title=request.POST.get("title", ""),
    )


@writing("moments")
def moment_remove(request: HttpRequest, access: ReplayAccess, address: Address, *, pk: int) -> None:
    """Delete a mark."""
    talk.moment_remove(match=access.match, user=request.user, pk=pk)


@writing("tours")
def tour_create(request: HttpRequest, access: ReplayAccess, address: Address) -> None:
    """Begin a tour called `title`."""
    talk.tour_create(match=access.match, author=request.user, title=request.POST.get("title", ""))


@writing("tours")
def tour_stop(request: HttpRequest, access: ReplayAccess, address: Address) -> None:
    """Add the position with a `text` to the tour `own_tour`."""
    wanted = whole_number(request.POST.get("own_tour", ""), digits=10)
    if wanted is None:
        raise refuse("no_such_thing")
    talk.stop_add(
        match=access.match,
        user=request.user,
        tour=wanted,
        ply=address.ply,
        eyes=address.eyes,
        text=request.POST.get("text", ""),
    )


@writing("tours")
def tour_stop_up(
    request: HttpRequest, access: ReplayAccess, address: Address, *, pk: int, number: int
) -> None:
    """Move a stop towards the beginning."""
    talk.stop_up(match=access.match, user=request.user, tour=pk, number=number)


@writing("tours")
def tour_stop_remove(
    request: HttpRequest, access: ReplayAccess, address: Address, *, pk: int, number: int
) -> None:
    """Remove a stop."""
    talk.stop_remove(match=access.match, user=request.user, tour=pk, number=number)


@writing("tours")
def tour_publish(request: HttpRequest, access: ReplayAccess, address: Address, *, pk: int) -> None:
    """Show a tour to everybody if `published` is given, else to its author alone."""
    published = bool(request.POST.get("published"))
    talk.tour_publish(match=access.match, user=request.user, tour=pk, published=published)


@writing("tours")
def tour_remove(request: HttpRequest, access: ReplayAccess, address: Address, *, pk: int) -> None:
    """Delete a tour."""
    talk.tour_remove(match=access.match, user=request.user, tour=pk)


@writing("analysis")
def analysis_begin(request: HttpRequest, access: ReplayAccess, address: Address) -> Address:
    """Queue the match for analysis; asking for it also accepts spoilers."""
    analysis_ask(match=access.match, user=request.user)
    return replace(address, open=True)


@writing("coach")
def coach_begin(request: HttpRequest, access: ReplayAccess, address: Address) -> Address:
    """Queue the match for the coach alone, if it is one's own; asking also accepts spoilers."""
    if own_seat(access) is None:
        raise ReplayNotFound(access.match.code)
    analysis_ask(match=access.match, user=request.user, kind=Analysis.Kind.TOLD)
    return replace(address, open=True)
