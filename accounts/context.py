"""What every template may use about the person who looks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.outbox import may_read
from accounts.selectors import preferences_of


def preferences(request: HttpRequest) -> dict[str, Any]:
    """Add `prefs`, read from the database only by templates that use it."""
    return {"prefs": SimpleLazyObject(lambda: preferences_of(request.user))}


def outbox(request: HttpRequest) -> dict[str, Any]:
    """Add `shows_mails`: whether this site lets this browser read the mails it sent."""
    return {"shows_mails": may_read(request)}
