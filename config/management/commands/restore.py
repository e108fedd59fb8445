"""`manage.py restore`: restores a backup into an empty database and verifies every chain.

People who left after the backup was made are removed again.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config.database.backup import restore


class Command(BaseCommand):
    """Restore, migrate, verify, remove again those who had left."""

    help = (
        "Put a copy back into an empty database (of DATABASE_OWNER_URL, or else of DATABASE_URL), "
        "and verify every match."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The backup to restore."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore; raises CommandError if the file is missing, CannotStart if the database is not
        empty."""
        if not options["file"].is_file():
            raise CommandError(f"There is no file {options['file']}.")
        restore(options["file"])
        call_command("migrate", verbosity=0)
        call_command("verify_matches")
        call_command("forget_again")
        self.stdout.write("restored and verified")
