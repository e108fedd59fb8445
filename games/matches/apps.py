"""The Django app `games.matches`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Tables and live play."""

    name = "games.matches"
    verbose_name = _("Matches")
    periodic = [
        ("games.matches.services.sweep.sweep", 0.25),
        ("games.matches.services.sweep.sweep_presence", 2.0),
        ("games.matches.services.sweep.sweep_tables", 15.0),
        ("games.matches.services.turn_mail.turn_mails_send", 20.0),
    ]
    demo = "games.matches.demo.matches_steps"
    profile = "games.matches.profile.panel"
    leaving = "games.matches.leaving.leaves"
    barring = "games.matches.leaving.is_barred"
    renaming = "games.matches.renaming.is_renamed"
