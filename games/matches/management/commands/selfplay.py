"""Let bots play matches among themselves and print the figures. Touches no database.

python manage.py selfplay --game deadline_99 --seats 4 --matches 200 --bots keen,simple
"""

from __future__ import annotations

import json
import random
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from games.engine.contract import Refusal, Rules
from games.engine.options import complete_options
from games.engine.selfplay import Deal, play_deals, standings
from games.matches.management.commands.record import (
    json_object,
    known_rules,
    sentence_of,
    whole_number,
)

PROGRESS_S = 30


class Command(BaseCommand):
    """Deal, let every bot play from every side, and count results."""

    help = "Let bots play matches among themselves and print how they did."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: which game, which bots, how many matches."""
        parser.add_argument("--game", required=True)
        parser.add_argument("--seats", required=True)
        parser.add_argument("--matches", required=True, help="each deal is one match for each bot")
        parser.add_argument("--bots", required=True, help="names with commas between: keen,simple")
        parser.add_argument("--options", default="{}", help="JSON object")
        parser.add_argument("--first", default="0", help="number of the first deal")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print; raises CommandError with a refusal's one sentence."""
        with translation.override("en"):
            try:
                self._play(options)
            except Refusal as refusal:
                raise CommandError(sentence_of(refusal)) from None

    def _play(self, options: dict[str, Any]) -> None:
        rules = known_rules(options["game"])
        seats = whole_number(options["seats"], "--seats")
        names = known_bots(rules, options["bots"])
        chosen = complete_options(rules.meta, seats, json_object(options["options"]))
        deals = -(-whole_number(options["matches"], "--matches") // len(names))
        played: list[Deal] = []
        began = told = time.monotonic()
        for deal in play_deals(
            rules,
            chosen,
            seats,
            names,
            deals=max(1, deals),
            dice_of=random.Random,
            first=whole_number(options["first"], "--first"),
        ):
            played.append(deal)
            if time.monotonic() - told > PROGRESS_S:
                told = time.monotonic()
                self.stderr.write(f"{len(played) * len(names)} matches")
        self._print(rules, chosen, seats, names, played, time.monotonic() - began)

    def _print(
        self,
        rules: Rules,
        chosen: dict[str, Any],
        seats: int,
        names: list[str],
        played: list[Deal],
        seconds: float,
    ) -> None:
        matches = len(played) * len(names)
        plies = sum(deal.plies for deal in played) / matches
        self.stdout.write(f"{rules.meta.key}, {seats} seats, {json.dumps(chosen, sort_keys=True)}")
        self.stdout.write(
            f"{matches} matches, {plies:.0f} actions each, {seconds / matches:.2f} s each"
        )
        self.stdout.write(f"{'bot':<10} {'won alone':>9} {'share of first places':>24}")
        for standing in standings(names, played):
            share = f"{standing.share:.3f} ± {standing.margin:.3f}"
            self.stdout.write(f"{standing.bot:<10} {standing.wins:>9} {share:>24}")


def known_bots(rules: Rules, text: str) -> list[str]:
    """Parse the named bots of a game; raises CommandError for an unknown one."""
    names = text.split(",")
    for name in names:
        if name not in rules.bots:
            raise CommandError(f"{rules.meta.key} has no bot {name!r}: {', '.join(rules.bots)}.")
    return names
