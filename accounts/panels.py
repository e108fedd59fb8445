"""Panels that other apps add to a person's page, without accounts importing them.

An app's `profile` hook (`accounts/hooks.py`) takes the request and the person and returns a Panel.
Panels appear in the order of INSTALLED_APPS.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from accounts.hooks import hooks
from accounts.models import User


@dataclass(frozen=True)
class Panel:
    """A template and its data, available there as `panel`; `deed`: a template for the page head."""

    template: str
    data: dict[str, Any]
    deed: str = ""


def profile_panels(request: HttpRequest, person: User) -> list[Panel]:
    """Return all panels of a person's page for this request."""
    return [panel(request, person) for panel in hooks("profile")]
