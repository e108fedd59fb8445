"""Bots' turns: computed from the seat's observation alone, and played when they are due.

How long a bot thinks depends on its hand, so its timing must not leak. The time of its answer is
drawn as the turn begins; the bot thinks meanwhile. An answer that is not ready then is played a
whole number of further pauses later.
"""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.engine.botplay import observed, remember
from games.engine.contract import IllegalAction
from games.engine.hidden import Memory
from games.matches import store
from games.matches.clock import database_now
from games.matches.models import Match, Seat
from games.matches.services.bot_pool import bot_ask
from games.matches.services.locking import read_match, repeated_on_change, seats_of
from games.matches.services.match_act import action_append
from games.matches.services.match_turn import bot_pause
from games.matches.services.secret import seed_of
from games.thinking import Question


@dataclass
class Thought:
    """The action to come of a bot in a match at `version`, to be played at `due`."""

    code: str
    version: int
    seat: int
    auto: str
    due: datetime
    action: Future[dict[str, Any]]

    def is_due(self, now: datetime) -> bool:
        """Tell whether the action is to be played now; put it off by a pause if it is not ready."""
        ready = self.action.done()
        while not ready and self.due <= now and (pause := bot_pause()):
            self.due += pause
        return ready and self.due <= now


def memory_of(match: Match, position: store.Position, seat: int) -> Memory:
    """Return what a seat remembers of the match up to a position."""
    memory = Memory(match.seat_count)
    remember(match.rules, memory, (logged.event for logged in position.log), seat)
    return memory


def match_bot_think(*, code: str, due: datetime) -> Thought | None:
    """Let the bot to act think about its turn, or return None if it is not a bot's turn."""
    match = Match.objects.get(code=code)
    seat = _bot_to_act(match, seats_of(match))
    if seat is None:
        return None
    rules, number = match.rules, seat.number
    bot, position = rules.bots[seat.player_bot], store.load_position(match)
    memory = memory_of(match, position, number)
    known = observed(rules, position.state, match.ply, number, memory)
    seed, ply = seed_of(match), match.ply + 1
    asked = Question(match.game, match.ruleset, bot.level, number, ply, seed, known)
    action = bot_ask(asked)
    now, pause = database_now(), bot_pause()
    while pause and due < now:
        due += pause
    return Thought(code, match.version, number, bot.auto, due, action)


@repeated_on_change
def match_bot_play(thought: Thought) -> bool:
    """Append a bot's action if the match is still at the version the bot saw; return whether.

    Raises what the bot raised.
    """
    read = read_match(thought.code)
    match, seats = read.match, read.seats
    if match.version != thought.version or _bot_to_act(match, seats) is None:
        return False
    seat = seats[thought.seat]
    try:
        action_append(
            read,
            seat,
            thought.action.result(),
            action_id=f"bot-{thought.version}",
            now=read.clock[0],
            auto=thought.auto,
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
