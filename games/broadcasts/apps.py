"""The Django app `games.broadcasts`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BroadcastsConfig(AppConfig):
    """Broadcasts of events."""

    name = "games.broadcasts"
    verbose_name = _("Broadcasts")

    def ready(self) -> None:
        """Register the jobs, and who may not take over a seat."""
        from accounts.registry import periodic
        from games.broadcasts.services.advance import broadcasts_advance
        from games.broadcasts.services.broadcast import watcher_refuse
        from games.broadcasts.services.odds import odds_slice
        from games.matches.services.seat_offer import substitute_comes

        substitute_comes.register(watcher_refuse)
        periodic(broadcasts_advance, seconds=1)
        periodic(odds_slice, seconds=0.4)
