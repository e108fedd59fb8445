"""`manage.py backup`: a backup of the whole database, while the site runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.database.backup import dump


class Command(BaseCommand):
    """Write a backup of the database, and delete the oldest ones."""

    help = (
        "Write a copy of the database into a folder. Keep it elsewhere, and try `restore` with it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The folder, and how many to keep."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep", type=int, default=0, help="how many copies stay (0: all)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the backup; raises CannotStart if Postgres's programs are missing or fail."""
        self.stdout.write(str(dump(options["folder"], keep=options["keep"])))
