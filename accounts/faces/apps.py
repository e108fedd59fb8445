"""The Django app `accounts.faces`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FacesConfig(AppConfig):
    """People's faces."""

    name = "accounts.faces"
    verbose_name = _("Pictures")
