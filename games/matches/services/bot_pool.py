"""Processes in which bots think and positions are played out, which so delay nobody's page.

BOT_PROCESSES says how many each server process has; with 0 its bots think in it. See
`games/thinking.py` for what such a process is told.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any

from django.conf import settings

from games.thinking import (
    Pairs,
    PlayedOut,
    Playouts,
    Question,
    Reading,
    Split,
    Splitting,
    Weighed,
    Weighing,
    begin_worker,
    choose,
    play_on,
    read_hands,
    split_some,
    weigh_some,
)

WAITING_PER_PROCESS = 2
INLINE_AT_ONCE = 4

_pool: Executor | None = None
_thoughts: set[Future[Any]] = set()
"""The thoughts of bots that have not ended."""


class _Inline(Executor):
    """An executor that does the work as it is submitted."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def bot_ask(question: Question) -> Future[dict[str, Any]]:
    """Let a bot think; return its action to come.

    The future raises what the bot raises, or BrokenExecutor if its process died.
    """
    thought = _submit(choose, question)
    _thoughts.add(thought)
    thought.add_done_callback(_thoughts.discard)
    return thought


def playouts_ask(asked: Playouts | Pairs) -> Future[PlayedOut]:
    """Play a position out while no bot has to think; raises and returns as `bot_ask`.

    Callers ask `pool_is_free` first, and for a fraction of a second at a time: a bot whose turn
    comes meanwhile waits for that long, which its pause covers.
    """
    return _submit(play_on, asked)


def weights_ask(asked: Weighing) -> Future[Weighed]:
    """Weigh decisions while no bot has to think; raises, returns and is asked as `playouts_ask`."""
    return _submit(weigh_some, asked)


def splits_ask(asked: Splitting) -> Future[Split]:
    """Split plies while no bot has to think; raises, returns and is asked as `playouts_ask`."""
    return _submit(split_some, asked)


def read_ask(reading: Reading) -> Future[list[float]]:
    """Read hands, which takes a second at most; raises as `bot_ask`.

    A person waits for it, so it is asked even while bots think: their pauses cover it.
    """
    return _submit(read_hands, reading)


def pool_is_free() -> bool:
    """Tell whether no bot of this process is thinking."""
    return not _thoughts


def _submit(work: Callable[[Any], Any], asked: Any) -> Future[Any]:
    global _pool
    try:
        _pool = _pool or _start()
        return _pool.submit(work, asked)
    except BrokenExecutor:  # a process had died; what it was asked is asked again later
        _pool = _start()
        return _pool.submit(work, asked)


def bots_at_once() -> int:
    """Return how many thoughts to begin before the first of them has ended."""
    return settings.BOT_PROCESSES * WAITING_PER_PROCESS or INLINE_AT_ONCE


def _start() -> Executor:
    if not settings.BOT_PROCESSES:
        return _Inline()
    return ProcessPoolExecutor(
        settings.BOT_PROCESSES, multiprocessing.get_context("spawn"), initializer=begin_worker
    )
