"""Recompute every rating from the log of finished matches."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.ratings.models import Ladder
from games.ratings.services.ratings_rebuild import ladder_differences, ratings_rebuild


class Command(BaseCommand):
    """Rebuild all ladders, or report which differ from the log."""

    help = "Compute every rating anew from the log of finished matches. Twice gives the same."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--check`, which changes nothing."""
        parser.add_argument("--check", action="store_true", help="only compare, change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command; raises CommandError if a checked ladder differs from its log."""
        if options["check"]:
            self._check()
            return
        for ladder in ratings_rebuild():
            self.stdout.write(f"{ladder.key}: {ladder.matches} matches")

    def _check(self) -> None:
        wrong = 0
        for ladder in Ladder.objects.order_by("owner", "game", "mode", "season"):
            found = ladder_differences(ladder)
            wrong += bool(found)
            self.stdout.write(f"{ladder.key}: {f'{len(found)} DIFFER' if found else 'as logged'}")
        if wrong:
            raise CommandError(f"{wrong} ladders differ from the log.")
