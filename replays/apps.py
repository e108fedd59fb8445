"""The Django app `replays`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReplaysConfig(AppConfig):
    """Replays of matches."""

    name = "replays"
    verbose_name = _("Replays")

    def ready(self) -> None:
        """Register the jobs, and what becomes of a match that ends."""
        from accounts.registry import missing_demo_steps, periodic
        from games.matches.regions import ending_parts
        from games.matches.services.match_finish import match_finished
        from replays.coached import ending_costs
        from replays.demo import coach_steps, course_steps
        from replays.moments import ending_moments
        from replays.services.analysis import analysis_queue, analysis_slice
        from replays.services.collusion import reading_slice
        from replays.services.study import studies_clear
        from replays.services.upload import uploads_clear

        ending_parts.register(ending_moments)
        ending_parts.register(ending_costs)
        match_finished.register(analysis_queue)
        missing_demo_steps.register(course_steps)
        missing_demo_steps.register(coach_steps)
        periodic(uploads_clear, seconds=24 * 3600)
        periodic(studies_clear, seconds=24 * 3600)
        periodic(analysis_slice, seconds=0.3)
        periodic(reading_slice, seconds=0.5)
