"""The Django app `accounts.people`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    """Who follows whom, who is here, and what people are told."""

    name = "accounts.people"
    verbose_name = _("People")

    def ready(self) -> None:
        """Register the handlers and the job that sends mails; connect those of ended sessions."""
        from accounts import registry
        from accounts.clubs.services.club import news_posted, news_removed
        from accounts.clubs.services.membership import membership_changed
        from accounts.clubs.services.webhook import webhook_changed
        from accounts.people import (
            handlers,
            sessions,  # noqa: F401
        )
        from accounts.people.services.notice_mail import notice_mails_send
        from accounts.people.services.notice_push import notice_pushes_send

        membership_changed.register(handlers.membership_changed)
        news_posted.register(handlers.news_posted)
        news_removed.register(handlers.news_removed)
        webhook_changed.register(handlers.webhook_changed)
        registry.person_leaves.register(handlers.person_leaves)
        registry.person_barred.register(handlers.person_barred)
        registry.profile_panels.register(handlers.profile_panel)
        registry.periodic(notice_mails_send, seconds=20)
        registry.periodic(notice_pushes_send, seconds=3)
