"""The Django app `accounts.clubs`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs, their members and roles."""

    name = "accounts.clubs"
    verbose_name = _("Clubs")
    leaving = "accounts.clubs.leaving.leaves"
    barring = "accounts.clubs.leaving.is_barred"
