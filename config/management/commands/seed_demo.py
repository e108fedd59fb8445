"""Fills a local site with something to look at: accounts, and what each app adds."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.hooks import demo_seeds


class Command(BaseCommand):
    """Run every app's demo hook; a second run adds nothing."""

    help = "Add demo accounts and demo matches. Only on a local site: the passwords are public."

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError on a site that strangers can reach."""
        if settings.SAFE:
            raise CommandError("The demo accounts have public passwords: local sites only.")
        for seed in demo_seeds():
            seed()
