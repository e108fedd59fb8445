"""Batch rendering: one thread renders for all sockets of a group that wait at the same moment.

A notification wakes all viewers of a match at once, and a thread for each would cost more than the
rendering. A batch has a dictionary for what several of them share; it is filled after the
notification that woke them, and discarded with the batch.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from weakref import WeakKeyDictionary

from accounts.live.workers import in_worker
from games.matches.rendering import Rendered

Shared = dict[Hashable, Rendered]
Draw = Callable[[Shared], Rendered]
Waiting = tuple[Draw, "asyncio.Future[Rendered]"]

_waiting: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, list[Waiting]]] = (
    WeakKeyDictionary()
)
_drawing: set[asyncio.Task[None]] = set()


async def drawn_together(group: str, draw: Draw) -> Rendered:
    """Return or raise what `draw` does, called in a batch with others of this group."""
    loop = asyncio.get_running_loop()
    drawn: asyncio.Future[Rendered] = loop.create_future()
    groups = _waiting.setdefault(loop, {})
    if group not in groups:
        groups[group] = []
        loop.call_soon(_begin, groups, group)  # after the others woken by the same notification
    groups[group].append((draw, drawn))
    return await drawn


def _begin(groups: dict[str, list[Waiting]], group: str) -> None:
    task = asyncio.ensure_future(_draw_all(groups.pop(group)))
    _drawing.add(task)
    task.add_done_callback(_drawing.discard)


async def _draw_all(waiting: Sequence[Waiting]) -> None:
    results: Sequence[Rendered | Exception]
    try:
        results = await in_worker(_results, [draw for draw, _ in waiting])
    except Exception as error:  # no database connection, say: nobody may wait for ever
        results = [error] * len(waiting)
    for (_, drawn), result in zip(waiting, results, strict=True):
        if drawn.done():  # cancelled: its socket has gone
            continue
        if isinstance(result, Exception):
            drawn.set_exception(result)
        else:
            drawn.set_result(result)


def _results(draws: Sequence[Draw]) -> list[Rendered | Exception]:
    shared: Shared = {}
    return [_result(draw, shared) for draw in draws]


def _result(draw: Draw, shared: Shared) -> Rendered | Exception:
    try:
        return draw(shared)
    except Exception as error:  # raised again where it is awaited
        return error
