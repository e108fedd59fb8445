"""Shared by all club views: 404 for an invisible club, sentences for refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.clubs.access import ClubAccess, ClubNotFound
from accounts.clubs.refusals import FORBIDDEN, ClubRefusal
from accounts.redirects import page_before
from accounts.throttle import counted

View = Callable[..., HttpResponse]
Access = Callable[[Any, str], ClubAccess]
Action = Callable[[HttpRequest, ClubAccess], HttpResponse | None]
club_counted = counted("club", a_minute=60)


def club_page(view: View) -> View:
    """Turn ClubNotFound into a 404 and a refusal into its sentence."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ClubNotFound:
            raise Http404 from None
        except ClubRefusal as refusal:
            return refusal_page(request, refusal)

    return page


def club_form(view: View) -> View:
    """Make a form's page for signed-in people; its POSTs are rate-limited."""
    return require_http_methods(["GET", "POST"])(login_required(club_counted(club_page(view))))


def club_post(access: Access, then: str) -> Callable[[Action], View]:
    """Make a rate-limited POST for signed-in people whom `access` lets in; then show that page."""

    def made(action: Action) -> View:
        @wraps(action)
        def post(request: HttpRequest, slug: str) -> HttpResponse:
            return action(request, access(request.user, slug)) or redirect(then, slug=slug)

        return require_POST(login_required(club_counted(club_page(post))))

    return made


def settings_page(
    request: HttpRequest,
    access: ClubAccess,
    form: Any,
    save: Callable[[], Any],
    *,
    template: str,
    then: str,
    **context: Any,
) -> HttpResponse:
    """Save a valid form and lead to the page `then` of what it returned, or show its errors."""
    if request.method == "POST" and form.is_valid():
        try:
            saved = save()
        except ClubRefusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            say(request, _("Saved."))
            return redirect(then, slug=access.club.slug, pk=saved.pk)
    shown = {"access": access, "club": access.club, "nav": "clubs", "form": form, **context}
    return render(request, template, shown, status=422 if form.errors else 200)


def refusal_page(request: HttpRequest, refusal: ClubRefusal) -> HttpResponse:
    """Answer a refusal with its sentence, and a way back: 403 for a missing right, else 422."""
    status = 403 if refusal.code in FORBIDDEN else 422
    back = page_before(request) if request.method == "POST" else ""
    context = {"sentence": refusal.sentence, "back": back}
    return render(request, "clubs/refused.html", context, status=status)


def say(request: HttpRequest, sentence: str) -> None:
    """Show a sentence on the next page."""
    messages.success(request, sentence)
