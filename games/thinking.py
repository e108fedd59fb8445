"""Let a bot choose, in the process that asks or in one that does nothing else.

A question holds what the bot's seat knows and the seed of its dice; nothing else of a match reaches
the other process, which imports the rules alone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from threading import Thread
from typing import Any, NamedTuple

from games.engine.bot import BotDice, Observation
from games.registry import rules_of

NICENESS = 10


class Question(NamedTuple):
    """What to do: asked of a game's bot of some level, in the `seat` that plays action `ply`."""

    game: str
    ruleset: int
    level: str
    seat: int
    ply: int
    seed: bytes
    known: Observation


def choose(question: Question) -> dict[str, Any]:
    """Return the bot's action; raises KeyError for a level that the ruleset lacks."""
    bot = rules_of(question.game, question.ruleset).bots[question.level]
    dice = BotDice(question.seed, question.game, question.seat, question.ply)
    return bot.choose(question.known, dice)


def begin_worker() -> None:
    """Leave signals to the server, give way to it, and end when it does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(0)

    Thread(target=follow, daemon=True).start()
