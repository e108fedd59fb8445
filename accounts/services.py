"""Writes people's preferences."""

from __future__ import annotations

from typing import Any

from accounts.models import Preferences, User
from accounts.selectors import KEPT


def preferences_set(*, user: User, **values: Any) -> Preferences:
    """Store the given preferences of a person and leave the others unchanged."""
    chosen, _ = Preferences.objects.update_or_create(user=user, defaults=values)
    user.__dict__[KEPT] = chosen
    return chosen
