"""The Django app `accounts.guests`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GuestsConfig(AppConfig):
    """People without an account."""

    name = "accounts.guests"
    verbose_name = _("Guests")

    def ready(self) -> None:
        """Connect the receiver of log-ins."""
        from accounts.guests import receivers  # noqa: F401
