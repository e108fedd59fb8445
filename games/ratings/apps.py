"""The Django app `games.ratings`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """One rating per person and game, and the ladders."""

    name = "games.ratings"
    verbose_name = _("Ratings")
    periodic = [("games.ratings.jobs.ladder_check", 600.0)]
    profile = "games.ratings.profile.panel"
