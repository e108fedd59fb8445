"""Demonstration content for a new site: finished matches of every game, and live tables.

Bots play for everybody, including people, so that ladders, profiles and replays are not empty.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from accounts.demo import NAMES, OTHERS
from games.engine.contract import Options
from games.matches.models import Match
from games.matches.services.locking import lock_match, seats_of
from games.matches.services.match_play_out import Player, match_play_out
from games.matches.services.match_start import match_start
from games.matches.services.table_create import table_create
from games.matches.services.table_seats import seat_commit_bot
from games.registry import all_rules, current_rules

EVERYBODY = (*NAMES, *OTHERS)
FAVOURITE = "deadline_99"  # played often enough that its ladder ranks people
FAVOURITE_SEATS = 5
FAVOURITE_PEOPLE = EVERYBODY[:6]
FAVOURITE_MATCHES = 16
# seats and options of the variants worth showing; a game not listed uses its fewest seats
WAYS: dict[str, tuple[tuple[int, Options], ...]] = {
    "deadline_99": ((3, {"angel_reaper": True}), (7, {"mode": "factions"})),
    "death_frontline": ((2, {}), (4, {"max_rounds": 12})),
    "zombie_rummy": ((2, {"end": "rounds", "target": 3}), (4, {"end": "wins", "target": 2})),
}
MATCHES_A_WAY = 2
SHOWN = "zombie_rummy"  # bots play it while the first visitors watch
SHOWN_SEATS = 6
SHOWN_OPTIONS: Options = {"end": "rounds", "target": 9}  # lasts a quarter of an hour or more
A_DAY = 86400
DAYS = 40
DICE = 99


@dataclass(frozen=True)
class Plan:
    """A match to play: each seat is a person's name, or empty for a bot."""

    game: str
    seats: tuple[str, ...]
    options: Options = field(default_factory=dict)


def matches_steps() -> list[Callable[[], object]]:
    """Return a step for each demonstration match still missing; the first opens live tables too.

    The matches' codes tell which are missing. Nothing is missing on a site that has the last one,
    or that has only matches of its own.
    """
    dice = random.Random(DICE)
    plans = list(_plans(dice))
    dice.shuffle(plans)
    codes = [f"shown{left}" for left in reversed(range(len(plans)))]
    there = set(Match.objects.filter(code__in=codes).values_list("code", flat=True))
    if codes[-1] in there or (not there and Match.objects.exists()):
        return []
    began = timezone.now() - timedelta(days=DAYS)
    every = timedelta(days=DAYS - 1) / len(plans)
    steps: list[Callable[[], object]] = [
        partial(_play, code, plan, began + number * every)
        for number, (code, plan) in enumerate(zip(codes, plans, strict=True))
        if code not in there
    ]
    return steps if there else [partial(_first, steps[0]), *steps[1:]]


@transaction.atomic
def _first(play: Callable[[], object]) -> None:
    """Open the tables together with the first match, so that they exist whenever it does."""
    play()
    _tables(get_user_model().objects.get(username=NAMES[0]))


def _tables(owner: Any) -> None:
    """Open a table, begin a match with a day per turn for `owner`, and begin one among bots."""
    bots = list(current_rules(FAVOURITE).bots)
    table_create(owner=owner, game=FAVOURITE, seats=4, options={}, bots=bots[:1])
    own = table_create(
        owner=owner, game=FAVOURITE, seats=4, options={}, bots=bots[:3], turn_seconds=A_DAY
    )
    _begin(own)
    players = (list(current_rules(SHOWN).bots) * SHOWN_SEATS)[:SHOWN_SEATS]
    shown = table_create(
        owner=None, game=SHOWN, seats=SHOWN_SEATS, options=SHOWN_OPTIONS, bots=players
    )
    _begin(shown)


@transaction.atomic
def _begin(table: Match) -> None:
    """Begin at once, drawing the shuffle contributions that people would reveal."""
    match = lock_match(table.code)
    seats = seats_of(match)
    for seat in seats:
        if not seat.contribution:
            seat_commit_bot(match, seat)
            seat.save(update_fields=["contribution", "seat_commitment"])
    match_start(match, seats)


def _plans(dice: random.Random) -> Iterator[Plan]:
    """Yield one match of bots and several of people for every variant of every game."""
    for key, rules in all_rules().items():
        for seats, options in WAYS.get(key, ((rules.meta.allowed_seats()[0], {}),)):
            yield Plan(key, ("",) * seats, options)
            for _ in range(MATCHES_A_WAY):
                yield Plan(key, tuple(dice.sample(EVERYBODY, seats)), options)
    for _ in range(FAVOURITE_MATCHES):
        yield Plan(FAVOURITE, tuple(dice.sample(FAVOURITE_PEOPLE, FAVOURITE_SEATS)))


def _play(code: str, plan: Plan, started_at: datetime) -> None:
    """Play one match to its end."""
    found = get_user_model().objects.filter(username__in=plan.seats)
    people = {user.get_username(): user for user in found}
    bot = next(iter(current_rules(plan.game).bots))
    match_play_out(
        code=code,
        game=plan.game,
        players=[Player(bot, people.get(name)) for name in plan.seats],
        started_at=started_at,
        options=plan.options,
        dice=random.Random(code),
    )
