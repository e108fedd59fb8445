"""The Django app `accounts.privacy`; it has no tables of its own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning, register
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    """Export, leaving, and retention."""

    name = "accounts.privacy"
    verbose_name = _("Privacy")

    def ready(self) -> None:
        """Register the jobs, and the `check --deploy` for LEAVINGS_FILE."""
        from accounts.privacy.leave import people_leave_again
        from accounts.privacy.retention import forget
        from accounts.registry import periodic

        periodic(forget, seconds=3600)
        periodic(people_leave_again, seconds=3600)
        register(leavings_can_be_noted, deploy=True)


def leavings_can_be_noted(**about: Any) -> list[CheckMessage]:
    """Warn if, after a restore, nothing would say who had left."""
    file = settings.LEAVINGS_FILE
    if file and os.access(Path(file).parent, os.W_OK):
        return []
    hint = "Name a file in a folder that the site may write to, and keep a copy of it elsewhere."
    return [Warning("LEAVINGS_FILE names no file that can be written.", hint, id="privacy.W001")]
