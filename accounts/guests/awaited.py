"""What a visitor pressed before they had an account: kept in the session until they are back.

A log-in empties a guest's session, so the receiver of log-ins carries this one value over.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

KEY = "awaited"


def sign_up_first(request: HttpRequest, choice: str) -> HttpResponse:
    """Redirect an anonymous visitor to the sign-up, which leads back here.

    What they posted is remembered: `choice`, for this page.
    """
    if request.method == "POST":
        request.session[KEY] = f"{request.path} {choice}"
    return redirect(f"{reverse('account_signup')}?next={request.path}")


def take_awaited(request: HttpRequest) -> str | None:
    """Return, once, the choice posted to this page before the sign-up; None if there is none."""
    path, _, choice = request.session.pop(KEY, "").partition(" ")
    return choice if path == request.path else None
