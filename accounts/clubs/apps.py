"""The Django app `accounts.clubs`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs, their members and roles."""

    name = "accounts.clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """Register the handlers, and the webhooks' events and job."""
        from accounts.clubs import handlers
        from accounts.clubs.services.club import news_posted
        from accounts.clubs.services.deliver import webhooks_deliver
        from accounts.clubs.services.webhook import news_tell
        from accounts.clubs.webhook_events import (
            NEWS_POSTED,
            TEST,
            greeting_body,
            news_body,
            webhook_event,
        )
        from accounts.registry import periodic, person_barred, person_leaves

        person_leaves.register(handlers.person_leaves)
        person_barred.register(handlers.person_barred)
        news_posted.register(news_tell)
        webhook_event(NEWS_POSTED, news_body)
        webhook_event(TEST, greeting_body)
        periodic(webhooks_deliver, seconds=2)
