"""The Django app `replays`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReplaysConfig(AppConfig):
    """Replays of matches."""

    name = "replays"
    verbose_name = _("Replays")
    periodic = (
        ("replays.services.upload.uploads_clear", 24 * 3600),
        ("replays.services.study.studies_clear", 24 * 3600),
        ("replays.services.analysis.analysis_slice", 0.3),
    )
