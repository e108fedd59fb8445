"""The Django app `accounts.privacy`; it has no tables of its own."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    """Export, leaving, and retention."""

    name = "accounts.privacy"
    verbose_name = _("Privacy")
    periodic = [("accounts.privacy.retention.forget", 3600.0)]
