"""The Django app `games.matches`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Tables and live play."""

    name = "games.matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Register the handlers, the jobs, the panel and the demonstration."""
        from accounts import registry
        from accounts.clubs.webhook_events import webhook_event
        from accounts.faces.services import face_changed
        from games.matches import handlers, webhooks
        from games.matches.demo import matches_steps
        from games.matches.history import profile_panel
        from games.matches.services.match_finish import match_finished
        from games.matches.services.sweep import sweep, sweep_presence, sweep_tables
        from games.matches.services.turn_mail import turn_mails_send
        from games.matches.services.turn_push import tables_waiting, turn_pushes_send

        registry.person_leaves.register(handlers.person_leaves)
        registry.person_barred.register(handlers.person_barred)
        registry.person_renamed.register(handlers.person_renamed)
        face_changed.register(handlers.face_changed)
        registry.guest_claimed.register(handlers.guest_claimed)
        registry.profile_panels.register(profile_panel)
        registry.missing_demo_steps.register(matches_steps)
        registry.periodic(sweep, seconds=0.25)
        registry.periodic(sweep_presence, seconds=2)
        registry.periodic(sweep_tables, seconds=15)
        registry.periodic(turn_mails_send, seconds=20)
        registry.periodic(turn_pushes_send, seconds=3)
        registry.tables_waiting.register(tables_waiting)
        match_finished.register(webhooks.match_tell)
        webhook_event(webhooks.MATCH_FINISHED, webhooks.match_body)
