"""`manage.py migrate`: Django's, and what it has made may be used by the role that serves."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.commands import migrate

from config.roles import serving_allow


class Command(migrate.Command):
    """Migrate as the owner; see `config/roles.py`."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Grant anew each time: a migration may have made tables."""
        super().handle(*args, **options)
        if settings.SERVING_ROLE:
            serving_allow(settings.SERVING_ROLE)
