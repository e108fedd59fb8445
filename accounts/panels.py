"""What other apps show on a person's page, without accounts knowing them.

An app's `profile` (`accounts/hooks.py`) takes the request and the person and returns a Panel. They
stand in the order of INSTALLED_APPS.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from accounts.hooks import hooks
from accounts.models import User


@dataclass(frozen=True)
class Panel:
    """A template, and what it needs, found there in `panel`; `deed`: one for the page's head."""

    template: str
    data: dict[str, Any]
    deed: str = ""


def profile_panels(request: HttpRequest, person: User) -> list[Panel]:
    """Return all panels of a person's page for whoever asks."""
    return [panel(request, person) for panel in hooks("profile")]
