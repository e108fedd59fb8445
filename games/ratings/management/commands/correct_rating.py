"""Correct one match's effect on the ratings: void it, or change its ranks."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.ratings.refusals import CorrectionRefused
from games.ratings.services.rating_correct import (
    WrongRanks,
    rating_rerank,
    ratings_void,
)


class Command(BaseCommand):
    """Void a match in all ladders, or re-rank its teams; later matches are rated again."""

    help = "Take a match out of all ladders, or give it other ranks. The log keeps both."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments; without `--ranks` the match counts for nobody."""
        parser.add_argument("match", help="the match's code")
        parser.add_argument("--note", required=True, help="why; the log keeps it")
        parser.add_argument(
            "--ranks", type=int, nargs="+", metavar="RANK",
            help="a rank for each team in the order of the log: 1 is best, equal is tied",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command; raises CommandError for an unlogged match or invalid ranks."""
        match, ranks, note = options["match"], options["ranks"], options["note"]
        try:
            if ranks is None:
                ratings_void(matches=[match], reason=note)
            else:
                rating_rerank(match=match, ranks=ranks, note=note)
        except CorrectionRefused as refusal:
            raise CommandError(refusal.sentence) from None
        except WrongRanks as error:
            raise CommandError(f"Give a rank of 1 or more for each of {error} teams.") from None
        self.stdout.write(f"{match}: {'counts for nobody' if ranks is None else 'ranked anew'}")
