"""What every template may use about the person who looks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.http import urlencode

from accounts.outbox import may_read
from accounts.selectors import preferences_of
from accounts.way_back import here, is_entrance, way_in_for


def preferences(request: HttpRequest) -> dict[str, Any]:
    """Add `prefs`, read from the database only by templates that use it."""
    return {"prefs": SimpleLazyObject(lambda: preferences_of(request.user))}


def outbox(request: HttpRequest) -> dict[str, Any]:
    """Add `shows_mails`: whether this site lets this browser read the mails it sent."""
    return {"shows_mails": may_read(request)}


def entrance(request: HttpRequest) -> dict[str, Any]:
    """Add `back_query`, with which a link to sign in or up leads back to this page afterwards,

    and `here`, this page's address for who comes back to it in another language.
    """
    return {
        "back_query": SimpleLazyObject(lambda: _back_query(request)),
        "here": SimpleLazyObject(lambda: here(request)),
    }


def _back_query(request: HttpRequest) -> str:
    """Name the page that signing in was for already, else this one if it can be gone back to."""
    page = ""
    if is_entrance(request):
        page = way_in_for(request)
    elif request.resolver_match and request.method == "GET":
        page = request.get_full_path()
    return f"?{urlencode({'next': page})}" if page else ""
