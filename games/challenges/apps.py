"""The Django app `games.challenges`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChallengesConfig(AppConfig):
    """Challenge ladders of clubs."""

    name = "games.challenges"
    verbose_name = _("Challenge ladders")

    def ready(self) -> None:
        """Register the handlers, the jobs and the demonstration."""
        from accounts import registry
        from accounts.clubs.services.membership import membership_changed
        from games.challenges.demo import ladder_steps
        from games.challenges.receivers import ending_ladder, seats_keep
        from games.challenges.services.leave import (
            ladders_drop,
            membership_drops,
            person_barred,
        )
        from games.challenges.services.results import (
            result_note,
            sweep_challenges,
            sweep_idle,
        )
        from games.matches.regions import ending_parts
        from games.matches.services.match_finish import match_finished
        from games.matches.services.table_seats import seats_changing

        match_finished.register(result_note)
        seats_changing.register(seats_keep)
        ending_parts.register(ending_ladder)
        membership_changed.register(membership_drops)
        registry.person_leaves.register(ladders_drop)
        registry.person_barred.register(person_barred)
        registry.missing_demo_steps.register(ladder_steps)
        registry.periodic(sweep_challenges, seconds=10)
        registry.periodic(sweep_idle, seconds=3600)
