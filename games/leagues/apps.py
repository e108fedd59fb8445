"""The Django app `games.leagues`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """Leagues of clubs."""

    name = "games.leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        """Register the handlers and the job."""
        from accounts import registry
        from accounts.clubs.services.membership import membership_changed
        from games.leagues.services.leave import leagues_drop, membership_drops, person_barred
        from games.leagues.services.season import sweep_leagues

        membership_changed.register(membership_drops)
        registry.person_leaves.register(leagues_drop)
        registry.person_barred.register(person_barred)
        registry.periodic(sweep_leagues, seconds=60)
