"""The Django app `games.rooms`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoomsConfig(AppConfig):
    """The talk of clubs and events."""

    name = "games.rooms"
    verbose_name = _("Club and event chat")

    def ready(self) -> None:
        """Register the handler."""
        from accounts.clubs.services.membership import membership_changed
        from games.rooms.services import rooms_check

        membership_changed.register(rooms_check)
