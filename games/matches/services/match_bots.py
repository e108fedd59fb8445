"""Bots' turns: computed from the seat's view alone.

How long a bot thinks depends on its hand, so its timing must not leak. The time of its answer is
drawn as the turn begins; the bot thinks meanwhile, and its answer is held until then. An answer
that takes longer is held for a whole number of further pauses.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.engine.botplay import bot_action, remember
from games.engine.contract import IllegalAction
from games.engine.hidden import Memory
from games.matches import store
from games.matches.clock import database_now
from games.matches.models import Match, Seat
from games.matches.services.locking import read_match, repeated_on_change, seats_of
from games.matches.services.match_act import action_append
from games.matches.services.match_turn import bot_pause
from games.matches.services.secret import bot_dice_of


@dataclass(frozen=True)
class Answer:
    """A bot's chosen action in a match at `version`, and when to give it.

    `auto` names the bot in the record.
    """

    code: str
    version: int
    seat: int
    action: dict[str, Any]
    auto: str
    due: datetime


def match_bot_think(*, code: str, due: datetime) -> Answer | None:
    """Return the answer of the bot to act, to give at `due` or whole pauses later.

    None if it is not a bot's turn.
    """
    match = Match.objects.get(code=code)
    seat = _bot_to_act(match, seats_of(match))
    if seat is None:
        return None
    rules, number = match.rules, seat.number
    bot, position = rules.bots[seat.player_bot], store.load_position(match)
    memory = Memory(match.seat_count)
    remember(rules, memory, (logged.event for logged in position.log), number)
    dice = bot_dice_of(match, number)
    action = bot_action(rules, position.state, match.ply, number, bot, dice, memory)
    return Answer(code, match.version, number, action, bot.auto, _unhurried(due))


def _unhurried(due: datetime) -> datetime:
    """Return `due`, or the first moment a whole number of pauses later that is still to come."""
    pause, now = bot_pause(), database_now()
    while pause and due < now:
        due += pause
    return due


@repeated_on_change
def match_bot_answer(answer: Answer) -> bool:
    """Append a bot's action if the match is still at the version the bot saw; return whether."""
    read = read_match(answer.code)
    match, seats = read.match, read.seats
    if match.version != answer.version or _bot_to_act(match, seats) is None:
        return False
    seat = seats[answer.seat]
    try:
        action_append(
            read,
            seat,
            answer.action,
            action_id=f"bot-{answer.version}",
            now=read.clock[0],
            auto=answer.auto,
        )
    except IllegalAction as error:
        raise RuntimeError(f"bot {seat.player_bot} of {match.game}: {error}") from error
    return True


def _bot_to_act(match: Match, seats: list[Seat]) -> Seat | None:
    """Return the seat to act if a bot sits there."""
    if match.status != Match.Status.RUNNING or match.to_act is None or match.paused_at:
        return None
    seat = seats[match.to_act]
    return seat if seat.player_bot else None
