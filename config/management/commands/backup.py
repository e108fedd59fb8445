"""`manage.py backup`: a copy of everything the site knows, while it runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.dumps import dump


class Command(BaseCommand):
    """Write a copy of the database, and drop the oldest ones."""

    help = (
        "Write a copy of the database into a folder. Keep it elsewhere, and try `restore` with it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to, and how many stay."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep", type=int, default=0, help="how many copies stay (0: all)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CannotStart if Postgres's programs are missing or refuse."""
        self.stdout.write(str(dump(options["folder"], keep=options["keep"])))
