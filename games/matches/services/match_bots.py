"""Bots' turns: thought out without the lock, from the seat's view alone."""

from __future__ import annotations

import random
from typing import Any

from django.db import transaction

from games.engine.botplay import bot_action
from games.engine.contract import IllegalAction
from games.matches import store
from games.matches.clock import database_now
from games.matches.models import Match, Seat
from games.matches.services.locking import lock_match, seats_of
from games.matches.services.match_act import action_append
from games.registry import rules_for


def match_bot_act(*, code: str) -> bool:
    """Let the bot whose turn it is act; return whether it did.

    The match may move on while the bot thinks: then its answer is dropped.
    """
    match = Match.objects.get(code=code)
    seat = _bot_to_act(match, seats_of(match))
    if seat is None:
        return False
    rules = rules_for(match.game)
    state = store.load_position(match).state
    dice = random.Random()
    action = bot_action(rules, state, match.ply, seat.number, rules.bots[seat.player_bot], dice)
    return _bot_play(code, match.version, seat.number, action)


def _bot_to_act(match: Match, seats: list[Seat]) -> Seat | None:
    """Return the seat to act if a bot sits there."""
    if match.status != Match.Status.RUNNING or match.to_act is None or match.paused_at:
        return None
    seat = seats[match.to_act]
    return seat if seat.player_bot else None


@transaction.atomic
def _bot_play(code: str, version: int, number: int, action: dict[str, Any]) -> bool:
    """Append a bot's action if the match still stands where the bot saw it."""
    match = lock_match(code)
    seats = seats_of(match)
    if match.version != version or _bot_to_act(match, seats) is None:
        return False
    try:
        action_append(
            match,
            seats,
            seats[number],
            action,
            action_id=f"bot-{version}",
            now=database_now(),
            auto="abandoned" if seats[number].stand_in else "",
        )
    except IllegalAction as error:
        raise RuntimeError(f"bot {seats[number].player_bot} of {match.game}: {error}") from error
    return True
