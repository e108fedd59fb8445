"""The Django app `accounts.moderation`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """Reports, with their evidence."""

    name = "accounts.moderation"
    verbose_name = _("Moderation")
    leaving = "accounts.moderation.leaving.leaves"
    periodic = [("accounts.moderation.decide.sanctions_expire", 60.0)]
