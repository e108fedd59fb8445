"""The POST views of table talk, and the page that reports somebody from a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.moderation.views import report_page
from accounts.people.refusals import PeopleRefused
from accounts.people.services.ties import tie_set
from accounts.throttle import throttle
from accounts.views import person_or_404
from games.engine.contract import Refusal
from games.matches.access import Access, MatchNotFound, access_match
from games.matches.requests import posted_text, refusal_response, signed_out_response
from games.matches.talk.selectors import evidence_of, render_talk
from games.matches.talk.services import message_say

POSTS_A_MINUTE = 60


def talk_post(view: Callable[[HttpRequest, Access], None]) -> Callable[..., HttpResponse]:
    """Wrap a POST by somebody who may see the match; answer with the current talk."""

    @wraps(view)
    def post(request: HttpRequest, code: str) -> HttpResponse:
        if not request.user.is_authenticated:
            return signed_out_response(request, code)
        try:
            return answer_post(
                request,
                lambda: view(request, access_match(request.user, code)),
                lambda: render_talk(access_match(request.user, code)),
                page=reverse("matches:match", args=[code]),
                code=code,
            )
        except MatchNotFound:
            raise Http404 from None

    return never_cache(require_POST(post))


def answer_post(
    request: HttpRequest,
    deed: Callable[[], None],
    talk: Callable[[], str],
    *,
    page: str,
    code: str = "",
) -> HttpResponse:
    """Carry out a deed in any room: answer with its talk, or lead to `page`, or refuse it."""
    try:
        throttle(request, "talk", limit=POSTS_A_MINUTE, seconds=60)
        deed()
    except Refusal as refusal:
        return refusal_response(request, refusal, code)
    except PeopleRefused as refusal:
        return refusal_response(request, Refusal(refusal.code, refusal.key), code)
    return HttpResponse(talk()) if getattr(request, "htmx", False) else redirect(page)


@talk_post
def say(request: HttpRequest, access: Access) -> None:
    """Say `body`: a text, or the key of a phrase or reaction (`kind`)."""
    kind, body = request.POST.get("kind", "text"), request.POST.get("body", "")
    message_say(access=access, kind=kind, body=body)


@talk_post
def tie(request: HttpRequest, access: Access) -> None:
    """Begin or end muting or blocking (`kind`) the person called `username`."""
    tie_set(
        owner=access.user,
        other=person_or_404(posted_text(request, "username", "no_such_person")),
        kind=request.POST.get("kind", ""),
        on=request.POST.get("on") == "1",
    )


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, code: str, username: str) -> HttpResponse:
    """Report somebody from a table, attaching what was said there."""
    try:
        access = access_match(request.user, code)
    except MatchNotFound:
        raise Http404 from None
    return report_page(
        request,
        person_or_404(username),
        back=reverse("matches:match", args=[code]),
        match_code=code,
        ply=access.match.ply,
        evidence=evidence_of(access),
    )
