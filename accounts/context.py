"""Context processors about the current user, their notices and the browser."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.http import urlencode

from accounts.devices.services.device import ADDED_IN
from accounts.mail import may_read
from accounts.people.selectors import unread_count
from accounts.redirects import here, is_entrance, page_after_login
from accounts.selectors import preferences_of


def preferences(request: HttpRequest) -> dict[str, Any]:
    """Add `prefs`, read from the database only by templates that use it."""
    return {"prefs": SimpleLazyObject(lambda: preferences_of(request.user))}


def outbox(request: HttpRequest) -> dict[str, Any]:
    """Add `shows_mails`: whether this browser may read the mails the site has sent."""
    return {"shows_mails": may_read(request)}


def entrance(request: HttpRequest) -> dict[str, Any]:
    """Add `back_query` and `here`.

    `back_query` makes a link to sign in or up return to this page; `here` is this page's address,
    to return to after a change of language.
    """
    return {
        "back_query": SimpleLazyObject(lambda: _back_query(request)),
        "here": SimpleLazyObject(lambda: here(request)),
    }


def _back_query(request: HttpRequest) -> str:
    """Return a query with the `next` already asked for, else this page if it can be reopened."""
    page = ""
    if is_entrance(request):
        page = page_after_login(request)
    elif request.resolver_match and request.method == "GET":
        page = request.get_full_path()
    return f"?{urlencode({'next': page})}" if page else ""


def device(request: HttpRequest) -> dict[str, Any]:
    """Add `is_new_session`: whether the session does not know its browser's device."""
    return {"is_new_session": SimpleLazyObject(lambda: _is_new_session(request))}


def _is_new_session(request: HttpRequest) -> bool:
    """Tell whether a session has to learn of its browser's device; error pages may have none."""
    session = getattr(request, "session", None)
    if session is None or not request.user.is_authenticated:
        return False
    return bool(session.get(ADDED_IN) != session.session_key)


def notices(request: HttpRequest) -> dict[str, Any]:
    """Add `unread`, counted only by templates that use it."""
    return {"unread": SimpleLazyObject(lambda: unread_count(request.user))}
