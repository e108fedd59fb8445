"""`manage.py migrate`: Django's, followed by grants to the serving role."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.commands import migrate

from config.database.roles import serving_allow


class Command(migrate.Command):
    """Migrate as the owner; see `config/database/roles.py`."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then grant every time: a migration may have created tables."""
        super().handle(*args, **options)
        if settings.SERVING_ROLE:
            serving_allow(settings.SERVING_ROLE)
