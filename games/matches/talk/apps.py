"""The Django app `games.matches.talk`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TalkConfig(AppConfig):
    """Table talk."""

    name = "games.matches.talk"
    verbose_name = _("Table talk")
    leaving = "games.matches.talk.leaving.leaves"
    renaming = "games.matches.talk.renaming.is_renamed"
