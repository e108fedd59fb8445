"""The Django app `accounts.people`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    """Who follows whom, who is here, and what people are told."""

    name = "accounts.people"
    verbose_name = _("People")
    periodic = [("accounts.people.services.notice_mail.notice_mails_send", 20.0)]
    profile = "accounts.people.profile.panel"
    leaving = "accounts.people.leaving.leaves"
    barring = "accounts.people.leaving.is_barred"

    def ready(self) -> None:
        """Connect the receivers of ended sessions and of clubs' signals."""
        from accounts.clubs.signals import membership_changed, news_changed
        from accounts.people import sessions  # noqa: F401
        from accounts.people.receivers import membership_tell, news_tell

        membership_changed.connect(membership_tell, dispatch_uid="club_notices")
        news_changed.connect(news_tell, dispatch_uid="club_news")
