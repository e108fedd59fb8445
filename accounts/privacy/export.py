"""The export of everything that the site stores about a person."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.privacy.relations import copy_of, relations

ABOUT = ("username", "email", "first_name", "last_name", "date_joined", "last_login")


def person_export(user: User) -> dict[str, Any]:
    """Return the export, ready for JSON. The moves of finished matches are in their records."""
    tables = {name: copy_of(name, one, user) for name, one in sorted(relations().items())}
    return {
        "made_at": timezone.now(),
        "account": {name: getattr(user, name) for name in ABOUT},
        **{name: rows for name, rows in tables.items() if rows},
    }
