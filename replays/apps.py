"""The Django app `replays`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReplaysConfig(AppConfig):
    """Replays of matches."""

    name = "replays"
    verbose_name = _("Replays")

    def ready(self) -> None:
        """Register the jobs."""
        from accounts.registry import periodic
        from replays.services.analysis import analysis_slice
        from replays.services.study import studies_clear
        from replays.services.upload import uploads_clear

        periodic(uploads_clear, seconds=24 * 3600)
        periodic(studies_clear, seconds=24 * 3600)
        periodic(analysis_slice, seconds=0.3)
