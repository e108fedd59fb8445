"""POST views for comments, marked moments and guided tours beside a replay.

They are plain forms: each POST redirects to the position it was sent from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.numbers import whole_number
from accounts.throttle import throttle
from games.engine.contract import Refusal
from replays.access import ReplayAccess, ReplayNotFound, access_finished
from replays.place import Place
from replays.refusals import refuse
from replays.selectors import match_timeline
from replays.services import talk, tour
from replays.views.answers import refusal_page
from replays.views.show import match_place

WRITES_A_MINUTE = 30
Writing = Callable[..., Place | str | None]


def writing(panel: str) -> Callable[[Writing], Callable[..., HttpResponse]]:
    """Return a decorator for POSTs by somebody who may see a finished match.

    It redirects to the position sent from, or to the position that the view returns, with `panel`
    open; or to the address that the view returns.
    """

    def decorate(view: Writing) -> Callable[..., HttpResponse]:
        @wraps(view)
        def post(request: HttpRequest, code: str, **kwargs: int) -> HttpResponse:
            try:
                access = access_finished(request.user, code)
                timeline = match_timeline(access.match, access.seats)
                place, _ = match_place(access, timeline, request.POST)
                throttle(request, "write", limit=WRITES_A_MINUTE, seconds=60)
                moved = view(request, access, place, **kwargs)
            except ReplayNotFound:
                raise Http404 from None
            except Refusal as refusal:
                return refusal_page(request, refusal)
            if isinstance(moved, str):
                return redirect(moved)
            return redirect(f"{(moved or place).url}#{panel}")

        return never_cache(require_POST(login_required(post)))

    return decorate


@writing("talk")
def comment_add(request: HttpRequest, access: ReplayAccess, place: Place) -> None:
    """Add a comment `text` on the position."""
    talk.comment_add(
        match=access.match, author=request.user, ply=place.ply, text=request.POST.get("text", "")
    )


@writing("talk")
def comment_remove(request: HttpRequest, access: ReplayAccess, place: Place, *, pk: int) -> None:
    """Delete a comment."""
    talk.comment_remove(match=access.match, user=request.user, pk=pk)


@writing("moments")
def moment_mark(request: HttpRequest, access: ReplayAccess, place: Place) -> None:
    """Mark the position with a `title`."""
    talk.moment_mark(
        match=access.match,
        author=request.user,
        ply=place.ply,
        eyes=place.eyes,
        title=request.POST.get("title", ""),
    )


@writing("moments")
def moment_remove(request: HttpRequest, access: ReplayAccess, place: Place, *, pk: int) -> None:
    """Delete a mark."""
    talk.moment_remove(match=access.match, user=request.user, pk=pk)


@writing("tours")
def tour_create(request: HttpRequest, access: ReplayAccess, place: Place) -> None:
    """Begin a tour called `title`."""
    tour.tour_create(match=access.match, author=request.user, title=request.POST.get("title", ""))


@writing("tours")
def tour_stop(request: HttpRequest, access: ReplayAccess, place: Place) -> None:
    """Add the position with a `text` to the tour `own_tour`."""
    wanted = whole_number(request.POST.get("own_tour", ""), digits=10)
    if wanted is None:
        raise refuse("no_such_thing")
    tour.stop_add(
        match=access.match,
        user=request.user,
        tour=wanted,
        ply=place.ply,
        eyes=place.eyes,
        text=request.POST.get("text", ""),
    )


@writing("tours")
def tour_stop_up(
    request: HttpRequest, access: ReplayAccess, place: Place, *, pk: int, number: int
) -> None:
    """Move a stop towards the beginning."""
    tour.stop_up(match=access.match, user=request.user, tour=pk, number=number)


@writing("tours")
def tour_stop_remove(
    request: HttpRequest, access: ReplayAccess, place: Place, *, pk: int, number: int
) -> None:
    """Remove a stop."""
    tour.stop_remove(match=access.match, user=request.user, tour=pk, number=number)


@writing("tours")
def tour_publish(request: HttpRequest, access: ReplayAccess, place: Place, *, pk: int) -> None:
    """Show a tour to everybody if `published` is given, else to its author alone."""
    published = bool(request.POST.get("published"))
    tour.tour_publish(match=access.match, user=request.user, tour=pk, published=published)


@writing("tours")
def tour_remove(request: HttpRequest, access: ReplayAccess, place: Place, *, pk: int) -> None:
    """Delete a tour."""
    tour.tour_remove(match=access.match, user=request.user, tour=pk)
