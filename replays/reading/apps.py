"""The Django app `replays.reading`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReadingConfig(AppConfig):
    """Reads of hidden hands, and how good they were."""

    name = "replays.reading"
    verbose_name = _("Reads")

    def ready(self) -> None:
        """Register the link beside a replay's position."""
        from replays.presenters import beside_position
        from replays.reading.access import read_link

        beside_position.register(read_link)
