"""The Django app `config`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SiteConfig(AppConfig):
    """The site's own commands and pages; everything else lives in the apps below."""

    name = "config"
    verbose_name = _("Site")

    def ready(self) -> None:
        """Register the `check --deploy` for the database's roles."""
        from config.database import roles as roles
