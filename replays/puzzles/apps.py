"""The Django app `replays.puzzles`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PuzzlesConfig(AppConfig):
    """Puzzles from matches."""

    name = "replays.puzzles"
    verbose_name = _("Puzzles")

    def ready(self) -> None:
        """Register the job, the panels and the demonstration."""
        from accounts import registry
        from games.matches.lobby import home_panels
        from replays.puzzles.demo import puzzles_steps
        from replays.puzzles.pages import home_panel, profile_panel
        from replays.puzzles.services import daily_choose

        registry.periodic(daily_choose, seconds=60)
        registry.profile_panels.register(profile_panel)
        registry.missing_demo_steps.register(puzzles_steps)
        home_panels.register(home_panel)
