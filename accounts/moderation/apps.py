"""The Django app `accounts.moderation`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """Reports, with their evidence."""

    name = "accounts.moderation"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        """Register the handlers, and the job that ends sanctions."""
        from accounts.moderation.decide import sanctions_expire
        from accounts.moderation.services import person_forget
        from accounts.moderation.views import barred_remember
        from accounts.registry import barred_login, periodic, person_leaves

        person_leaves.register(person_forget)
        barred_login.register(barred_remember)
        periodic(sanctions_expire, seconds=60)
