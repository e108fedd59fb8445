"""What a site that was just started has to show: finished matches of every game, one open table.

Bots play for everybody, people included, so that ladders, profiles and replays are not empty.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts.demo import NAMES, OTHERS
from games.engine.contract import Options
from games.matches.models import Match
from games.matches.services.match_play_out import Player, match_play_out
from games.matches.services.table_create import table_create
from games.registry import all_rules, rules_for

EVERYBODY = (*NAMES, *OTHERS)
FAVOURITE = "deadline_99"  # played often enough that its ladder ranks people
FAVOURITE_SEATS = 5
FAVOURITE_PEOPLE = EVERYBODY[:6]
FAVOURITE_MATCHES = 16
# seats and options of the ways to play that are worth showing; a game without any: its fewest seats
WAYS: dict[str, tuple[tuple[int, Options], ...]] = {
    "deadline_99": ((3, {"angel_reaper": True}), (7, {"mode": "factions"})),
    "death_frontline": ((2, {}), (4, {"max_rounds": 12})),
    "zombie_rummy": ((2, {"end": "rounds", "target": 3}), (4, {"end": "wins", "target": 2})),
}
MATCHES_A_WAY = 2
DAYS = 40
DICE = 99


@dataclass(frozen=True)
class Plan:
    """One match to be played: the seats are names of people, or empty for bots."""

    game: str
    seats: tuple[str, ...]
    options: Options = field(default_factory=dict)


def matches_create() -> None:
    """Play the demonstration matches and open a table, unless there is any match."""
    if Match.objects.exists():
        return
    found = get_user_model().objects.filter(username__in=EVERYBODY)
    people = {user.get_username(): user for user in found}
    dice = random.Random(DICE)
    plans = list(_plans(dice))
    dice.shuffle(plans)
    began = timezone.now() - timedelta(days=DAYS)
    for number, plan in enumerate(plans):
        _play(plan, people, began + timedelta(days=DAYS - 1) * number / len(plans), dice)
    bot = next(iter(rules_for(FAVOURITE).bots))
    table_create(owner=people[NAMES[0]], game=FAVOURITE, seats=4, options={}, bots=[bot])


def _plans(dice: random.Random) -> Iterator[Plan]:
    """Yield for every way to play every game one match of bots and some of people."""
    for key, rules in all_rules().items():
        for seats, options in WAYS.get(key, ((rules.meta.allowed_seats()[0], {}),)):
            yield Plan(key, ("",) * seats, options)
            for _ in range(MATCHES_A_WAY):
                yield Plan(key, tuple(dice.sample(EVERYBODY, seats)), options)
    for _ in range(FAVOURITE_MATCHES):
        yield Plan(FAVOURITE, tuple(dice.sample(FAVOURITE_PEOPLE, FAVOURITE_SEATS)))


def _play(plan: Plan, people: dict[str, Any], started_at: datetime, dice: random.Random) -> None:
    """Play one match to its end."""
    bot = next(iter(rules_for(plan.game).bots))
    players = [Player(bot, people.get(name)) for name in plan.seats]
    match_play_out(
        game=plan.game, players=players, started_at=started_at, options=plan.options, dice=dice
    )
