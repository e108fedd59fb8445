"""Seeds a local site with demo content: accounts, and whatever each app adds."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.registry import OVER
from config.startup.demo import DemoSeeding


class Command(BaseCommand):
    """Run the missing steps of the apps' demo hooks; idempotent."""

    help = "Add demo accounts and demo matches. Only on a local site: the passwords are public."

    def handle(self, *args: Any, **options: Any) -> None:
        """Seed; raises CommandError on a site that is not local."""
        if settings.SAFE:
            raise CommandError("The demo accounts have public passwords: local sites only.")
        filling = DemoSeeding(self.stdout)
        while filling.step() is not OVER:
            pass
