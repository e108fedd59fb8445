"""The Django app `games.matches.talk`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TalkConfig(AppConfig):
    """Table talk."""

    name = "games.matches.talk"
    verbose_name = _("Table chat")

    def ready(self) -> None:
        """Register the handlers."""
        from accounts.registry import person_leaves, person_renamed
        from games.matches.notify import ply_played
        from games.matches.talk import handlers, remarks

        person_leaves.register(handlers.person_leaves)
        person_renamed.register(handlers.person_renamed)
        ply_played.register(remarks.bots_remark)
