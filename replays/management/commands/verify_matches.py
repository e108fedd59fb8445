"""Check every stored match: fold, chain, seed, and what the rules decide today."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.codec import UnknownEvent
from games.matches.models import Match
from games.registry import UnknownRules
from replays.verification import Difference, verify_match

BAR = 30


class Command(BaseCommand):
    """Verify one match after another, until one fails."""

    help = "Re-fold every stored match and report the first difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options: which matches, and whether to continue after a failure."""
        parser.add_argument("codes", nargs="*", metavar="MATCH", help="only these (default: all)")
        parser.add_argument("--all", action="store_true", help="go on after a difference")
        parser.add_argument("--bots", action="store_true", help="let the bots choose again, too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit with status 1 if a match fails; raises CommandError for an unknown one."""
        matches = Match.objects.filter(version__gt=0).order_by("pk")
        if options["codes"]:
            matches = matches.filter(code__in=options["codes"])
            if missing := set(options["codes"]) - set(matches.values_list("code", flat=True)):
                raise CommandError(f"There is no started match {', '.join(sorted(missing))}.")
        total, plies, chosen, wrong, begun = matches.count(), 0, 0, 0, time.monotonic()
        for number, match in enumerate(matches.iterator(chunk_size=100), start=1):
            try:
                chosen += checked(match, bots=options["bots"])
            except Difference as difference:
                wrong += 1
                self._clear()
                self.stdout.write(f"{match.code} ({match.game}): {difference}")
                if not options["all"]:
                    raise SystemExit(1) from None
            plies += match.ply
            self._progress(number, total, time.monotonic() - begun)
        self._clear()
        if wrong:
            self.stdout.write(f"{wrong} of {total} matches do not hold.")
            raise SystemExit(1)
        by_bots = f", {chosen} by bots" if options["bots"] else ""
        self.stdout.write(f"ok {total} matches, {plies} actions{by_bots}")

    def _progress(self, number: int, total: int, seconds: float) -> None:
        """Draw the progress bar on a terminal, but not in a log file."""
        if not sys.stderr.isatty():
            return
        done = BAR * number // total
        left = seconds / number * (total - number)
        bar = "#" * done + "-" * (BAR - done)
        self.stderr.write(f"\r[{bar}] {number}/{total}, {left:.0f} s left ", ending="")
        self.stderr.flush()

    def _clear(self) -> None:
        if sys.stderr.isatty():
            self.stderr.write("\r\033[K", ending="")


def checked(match: Match, *, bots: bool) -> int:
    """Return how many actions bots chose again; raises Difference for a match that fails."""
    try:
        return verify_match(match, bots=bots)
    except UnknownRules as unknown:
        raise Difference(f"the rules it was played by are not here: {unknown.args[0]}") from None
    except (UnknownEvent, KeyError, TypeError) as error:
        said = f"{type(error).__name__}: {error}"
        raise Difference(f"its events cannot be read ({said})") from error
