"""Context processors about the current user and browser."""

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
        page = way_in_for(request)
    elif request.resolver_match and request.method == "GET":
        page = request.get_full_path()
    return f"?{urlencode({'next': page})}" if page else ""
