"""Fills a local site with something to look at: accounts, and what each app adds."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.filling import Filling
from config.hooks import OVER


class Command(BaseCommand):
    """Take every step of the apps' demo hooks that is lacking; a second run adds nothing."""

    help = "Add demo accounts and demo matches. Only on a local site: the passwords are public."

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError on a site that strangers can reach."""
        if settings.SAFE:
            raise CommandError("The demo accounts have public passwords: local sites only.")
        filling = Filling(self.stdout)
        while filling.step() is not OVER:
            pass
