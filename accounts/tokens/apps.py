"""The Django app `accounts.tokens`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TokensConfig(AppConfig):
    """Keys for programs."""

    name = "accounts.tokens"
    verbose_name = _("API keys")

    def ready(self) -> None:
        """Connect the receivers of password changes."""
        from accounts.tokens import passwords  # noqa: F401
