"""The Django app `games.tournaments`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events that clubs run."""

    name = "games.tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Register the handlers, the jobs, the panel and the demonstration."""
        from accounts import registry
        from accounts.clubs.services.membership import membership_changed
        from accounts.clubs.webhook_events import webhook_event
        from games.matches.regions import ending_parts
        from games.matches.services.match_finish import match_finished
        from games.matches.services.table_seats import seats_changing
        from games.tournaments.api.webhooks import round_body
        from games.tournaments.demo import events_steps
        from games.tournaments.receivers import (
            membership_drops,
            person_barred,
            person_leaves,
            profile_panel,
            seats_keep,
        )
        from games.tournaments.selectors.ending import ending_event
        from games.tournaments.services.arena import sweep_arenas
        from games.tournaments.services.automation import sweep_events
        from games.tournaments.services.reminders import reminders_send
        from games.tournaments.services.results import result_note, sweep_tournaments
        from games.tournaments.services.webhooks import ROUND_PUBLISHED

        webhook_event(ROUND_PUBLISHED, round_body)
        ending_parts.register(ending_event)
        match_finished.register(result_note)
        membership_changed.register(membership_drops)
        seats_changing.register(seats_keep)
        registry.person_leaves.register(person_leaves)
        registry.person_barred.register(person_barred)
        registry.profile_panels.register(profile_panel)
        registry.missing_demo_steps.register(events_steps)
        registry.periodic(sweep_tournaments, seconds=1)
        registry.periodic(reminders_send, seconds=60)
        registry.periodic(sweep_arenas, seconds=5)
        registry.periodic(sweep_events, seconds=2)
