"""Mine matches for puzzles.

python manage.py puzzles --game deadline_99 --count 20                  this site's own matches
python manage.py puzzles --game deadline_99 --count 300 --file F        bots' matches, into a file
python manage.py puzzles --game deadline_99 --load                      the demonstration's
"""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.registry import UnknownGame, current_rules
from replays.puzzles.mine import data_file, go_on, mine, mined, read_matches
from replays.puzzles.selectors import minable
from replays.puzzles.services import puzzles_add


class Command(BaseCommand):
    """Search until there are enough; what was found is kept at once, so stop whenever you like."""

    help = "Find puzzles in this site's finished public matches, or in matches of bots."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options: which game, how many puzzles, and where they go."""
        parser.add_argument("--game", required=True)
        parser.add_argument("--count", type=int, default=20, help="puzzles (default: 20)")
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--file", type=Path, help="let bots play, and write to this file")
        where.add_argument("--load", action="store_true", help="only store the demonstration's")
        parser.add_argument(
            "--processes", type=int, default=os.cpu_count() or 1, help="default: one per core"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Mine; raises CommandError for an unknown game."""
        try:
            current_rules(options["game"])
        except UnknownGame:
            raise CommandError(f"There is no game {options['game']}.") from None
        if options["load"]:
            found = puzzles_add(read_matches(data_file(options["game"])))
        elif options["file"]:
            found = self._bots(options)
        else:
            found = self._site(options)
        self.stdout.write(f"ok {found} puzzles")

    def _bots(self, options: dict[str, Any]) -> int:
        total = 0
        game, count = options["game"], options["count"]
        for match, total in go_on(options["file"], game, count, options["processes"]):
            self.stdout.write(f"match {match}: {total} puzzles")
            self.stdout.flush()
        return total

    def _site(self, options: dict[str, Any]) -> int:
        total = 0
        codes = minable(options["game"])
        for one in mine(((source,) for source in codes), mined, options["processes"]):
            total += puzzles_add([one])
            self.stdout.write(f"match {one['match']}: {total} puzzles")
            if total >= options["count"]:
                break
        return total
