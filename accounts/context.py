"""What every template may use about the person who looks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.selectors import preferences_of


def preferences(request: HttpRequest) -> dict[str, Any]:
    """Add `prefs`, read from the database only by templates that use it."""
    return {"prefs": SimpleLazyObject(lambda: preferences_of(request.user))}
