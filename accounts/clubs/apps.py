"""The Django app `accounts.clubs`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs, their members and roles."""

    name = "accounts.clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """Register the handlers."""
        from accounts.clubs import handlers
        from accounts.registry import person_barred, person_leaves

        person_leaves.register(handlers.person_leaves)
        person_barred.register(handlers.person_barred)
