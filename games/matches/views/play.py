"""The page of a table or match, and every POST a player sends from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_POST

from accounts.guests.middleware import enter_as_guest, guests_may
from accounts.guests.refusals import GuestRefused
from accounts.throttle import counted, throttle
from games.engine.contract import Refusal
from games.matches.access import DealOpen, MatchNotFound, access_match
from games.matches.metrics import ACTIONS
from games.matches.models import Match
from games.matches.refusals import refuse
from games.matches.rendering import page_context, render_push
from games.matches.requests import (
    PLAYS_A_MINUTE,
    posted_int,
    posted_text,
    read_action,
    redirect_response,
    refusal_response,
    signed_out_response,
    wants_json,
)
from games.matches.services.match_act import Acknowledged, match_act
from games.matches.services.match_agree import match_agree, match_resume
from games.matches.services.match_start import seat_ready, seat_reveal, seat_unready
from games.matches.services.presence import seat_return
from games.matches.services.seat_offer import seat_keep, seat_offer, seat_take_over
from games.matches.services.table_create import table_rematch
from games.matches.services.table_free import table_free_seat
from games.matches.services.table_seats import (
    table_add_bot,
    table_invite,
    table_remove_bot,
    table_sit,
    table_stand,
)

PlayView = Callable[[HttpRequest, str], Any]


@guests_may
@never_cache
@require_GET
def match_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table, a running match or a result as this person may see it."""
    return _page(request, code, "matches/match.html")


@csp_replace({"frame-ancestors": ["'self'"]})  # type: ignore[untyped-decorator]  # csp has no types
@xframe_options_sameorigin
@never_cache
@require_GET
def match_frame(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match's table alone, for a frame on the front page."""
    return _page(request, code, "matches/frame.html")


def _page(request: HttpRequest, code: str, template: str) -> HttpResponse:
    try:
        access = access_match(request.user, code)
    except DealOpen:
        return render(request, "matches/held_back.html", status=403)
    except MatchNotFound:
        raise Http404 from None
    return render(request, template, page_context(access))


def play_post(view: PlayView) -> Callable[..., HttpResponse]:
    """Wrap a player's POST: check log-in and access, answer refusals, return own fragments."""

    @wraps(view)
    def gated(request: HttpRequest, code: str) -> Any:
        access_match(request.user, code)
        return view(request, code)

    return seated_post(gated)


def seated_post(view: PlayView) -> Callable[..., HttpResponse]:
    """Wrap a player's POST whose service serves only the people seated there.

    Access is checked only after the service refuses: a hidden match then answers "not found".
    """

    @wraps(view)
    def post(request: HttpRequest, code: str) -> HttpResponse:
        if not request.user.is_authenticated:
            return signed_out_response(request, code)
        try:
            throttle(request, "play", limit=PLAYS_A_MINUTE, seconds=60)
        except Refusal as refusal:
            return refusal_response(request, refusal, code)
        try:
            return _answer(request, code, view(request, code))
        except MatchNotFound:
            raise Http404 from None
        except Refusal as refusal:
            return _refused(request, refusal, code)

    return guests_may(never_cache(require_POST(post)))


def _refused(request: HttpRequest, refusal: Refusal, code: str) -> HttpResponse:
    try:
        access_match(request.user, code)
    except MatchNotFound:
        raise Http404 from None
    return refusal_response(request, refusal, code)


def _answer(request: HttpRequest, code: str, answer: Any) -> HttpResponse:
    """Answer with the player's own fragments, or with JSON where that was asked for."""
    if isinstance(answer, HttpResponse):
        return answer
    done = answer if isinstance(answer, Acknowledged) else None
    if wants_json(request):
        told = {"ply": done.ply, "version": done.version, "head": done.head} if done else {}
        return JsonResponse(told)
    if not getattr(request, "htmx", False):
        return redirect("matches:match", code=code)
    return HttpResponse(render_push(request.user, code, done.revision if done else None).html)


@seated_post
def act(request: HttpRequest, code: str) -> Any:
    """Carry out `action` (JSON), given the `version` seen and an `action_id`."""
    with ACTIONS.time():
        return match_act(
            code=code,
            user=request.user,
            action=read_action(request.POST.get("action", "")),
            version=posted_int(request, "version", "bad_version"),
            action_id=request.POST.get("action_id", ""),
        )


@play_post
def sit(request: HttpRequest, code: str) -> Any:
    """Sit down in seat `seat`, or in the first empty one."""
    number = posted_int(request, "seat", "no_such_seat") if request.POST.get("seat") else None
    table_sit(code=code, user=request.user, number=number)


@never_cache
@require_POST
@counted("table", a_minute=30)
def join_as_guest(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down without an account, called `name`, where the table's owner lets guests in."""
    try:
        access = access_match(request.user, code)
        if not access.match.guests_may_join:
            raise refuse("no_guests")
        guest = enter_as_guest(request, posted_text(request, "name", "no_such_person"))
        table_sit(code=code, user=guest)
    except MatchNotFound:
        raise Http404 from None
    except GuestRefused as refused:
        return refusal_response(request, Refusal(refused.code, refused.key), code)
    except Refusal as refusal:
        return refusal_response(request, refusal, code)
    return redirect_response(request, reverse("matches:match", args=[code]))


@play_post
def stand(request: HttpRequest, code: str) -> Any:
    """Leave the table."""
    match = table_stand(code=code, user=request.user)
    if match.is_search or match.status == Match.Status.CLOSED:
        return redirect_response(request, reverse("lobby"))
    return None


@play_post
def ready(request: HttpRequest, code: str) -> Any:
    """Commit to a part of the shuffle: `seat_commitment`."""
    commitment = request.POST.get("seat_commitment", "")
    seat_ready(code=code, user=request.user, seat_commitment=commitment)


@play_post
def unready(request: HttpRequest, code: str) -> Any:
    """Withdraw the commitment."""
    seat_unready(code=code, user=request.user)


@play_post
def reveal(request: HttpRequest, code: str) -> Any:
    """Reveal what was committed to: `contribution`."""
    seat_reveal(
        code=code,
        user=request.user,
        contribution=posted_text(request, "contribution", "bad_contribution"),
    )


@play_post
def add_bot(request: HttpRequest, code: str) -> Any:
    """Seat `bot` in seat `seat`, or in the first empty one."""
    number = posted_int(request, "seat", "no_such_seat") if request.POST.get("seat") else None
    table_add_bot(code=code, user=request.user, bot=request.POST.get("bot", ""), number=number)


@play_post
def remove_bot(request: HttpRequest, code: str) -> Any:
    """Remove the bot from seat `seat`."""
    number = posted_int(request, "seat", "no_such_seat")
    table_remove_bot(code=code, user=request.user, number=number)


@play_post
def free_seat(request: HttpRequest, code: str) -> Any:
    """Free another person's seat `seat`; the page may send the person's `name` too."""
    number = posted_int(request, "seat", "no_such_seat")
    name = posted_text(request, "name", "no_such_person")
    table_free_seat(code=code, user=request.user, number=number, name=name)


@play_post
def invite(request: HttpRequest, code: str) -> Any:
    """Invite the person called `username`."""
    table_invite(
        code=code, user=request.user, username=posted_text(request, "username", "no_such_person")
    )


@play_post
def return_(request: HttpRequest, code: str) -> Any:
    """Take the seat back from its stand-in bot."""
    seat_return(code=code, user=request.user)


@play_post
def offer_seat(request: HttpRequest, code: str) -> Any:
    """Offer seat `seat`, one's own or that of a player who is gone, to those who watch."""
    number = posted_int(request, "seat", "no_such_seat")
    seat_offer(code=code, user=request.user, number=number)


@play_post
def keep_seat(request: HttpRequest, code: str) -> Any:
    """Take the offer of one's own seat back."""
    seat_keep(code=code, user=request.user)


@play_post
def take_over(request: HttpRequest, code: str) -> Any:
    """Take over seat `seat`, which is on offer, and open the page as its player."""
    number = posted_int(request, "seat", "no_such_seat")
    seat_take_over(code=code, user=request.user, number=number)
    return redirect_response(request, reverse("matches:match", args=[code]))


@play_post
def agree(request: HttpRequest, code: str) -> Any:
    """Agree to `to` (“pause” or “void”), or withdraw that with `agrees` = no."""
    match_agree(
        code=code,
        user=request.user,
        to=request.POST.get("to", ""),
        agrees=request.POST.get("agrees", "yes") != "no",
    )


@play_post
def resume(request: HttpRequest, code: str) -> Any:
    """End a pause."""
    match_resume(code=code, user=request.user)


@play_post
def rematch(request: HttpRequest, code: str) -> Any:
    """Open a table with the same people, or join the one already opened.

    Against bots alone it begins at once: the page gets ready automatically.
    """
    match = table_rematch(code=code, user=request.user)
    people = [seat.user_id for seat in match.seats.all() if not seat.bot]
    alone = match.is_table and people == [request.user.pk]
    return redirect_response(
        request, reverse("matches:match", args=[match.code]) + ("#ready" if alone else "")
    )
