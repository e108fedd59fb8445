"""Context processor for a person's notices, on every page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.people.selectors import unread_count


def notices(request: HttpRequest) -> dict[str, Any]:
    """Add `unread`, counted only by templates that use it."""
    return {"unread": SimpleLazyObject(lambda: unread_count(request.user))}
