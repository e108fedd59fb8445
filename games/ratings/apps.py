"""The Django app `games.ratings`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """One rating per person and game, and the ladders."""

    name = "games.ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        """Register the job and the panel."""
        from accounts.registry import periodic, profile_panels
        from games.ratings.profile import profile_panel
        from games.ratings.services.ratings_rebuild import ladder_check

        profile_panels.register(profile_panel)
        periodic(ladder_check, seconds=600)
