"""The Django app `games.tournaments`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events that clubs run."""

    name = "games.tournaments"
    verbose_name = _("Tournaments")
