"""The Django app `accounts`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Users, their profiles and preferences."""

    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Register the step of the demonstration."""
        from accounts.demo import accounts_steps
        from accounts.registry import missing_demo_steps

        missing_demo_steps.register(accounts_steps)
