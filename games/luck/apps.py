"""The Django app `games.luck`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LuckConfig(AppConfig):
    """What luck and what decisions gave in finished matches."""

    name = "games.luck"
    verbose_name = _("Luck")

    def ready(self) -> None:
        """Register the jobs, the queue and the panel."""
        from accounts import registry
        from games.luck.panels import profile_panel
        from games.luck.services import ledger_queue, ledger_slice, ledgers_catch_up
        from games.matches.services.match_finish import match_finished

        match_finished.register(ledger_queue)
        registry.profile_panels.register(profile_panel)
        registry.periodic(ledger_slice, seconds=0.6)
        registry.periodic(ledgers_catch_up, seconds=60)
