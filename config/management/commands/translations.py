"""Brings `locale/` up to date with the source, then compiles it."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from config.catalogue import ENGLISH, LOCALES, extraction_arguments


class Command(BaseCommand):
    """Collect, then compile."""

    help = "Collect all messages into locale/ and compile the catalogues (needs gettext)."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Update `locale/` and nothing else."""
        call_command("makemessages", *extraction_arguments())
        call_command(
            "compilemessages", "--ignore=.venv", *[f"-l{locale}" for locale in (ENGLISH, *LOCALES)]
        )
