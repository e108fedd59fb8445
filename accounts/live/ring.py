"""Ringing groups of sockets from any thread, without waiting until it has been heard.

Where an event loop serves, it does the ringing, in its own time; a thread that waited for it
would cost more than the action it tells of. Elsewhere (commands, tests) the ring is waited for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)


class Serving:
    """The event loop that rings, and the rings it has begun: it keeps tasks only weakly itself."""

    loop: asyncio.AbstractEventLoop | None = None
    begun: set[asyncio.Task[None]] = set()


def ring_here() -> None:
    """Let the running event loop do this process's ringing from now on."""
    Serving.loop = asyncio.get_running_loop()


def ring_on_commit(*groups: str, message: dict[str, Any]) -> None:
    """Ring the groups once the transaction has committed; a ring that fails takes nothing back."""

    def ring_now() -> None:  # no partial: when it fails, Django logs its __qualname__
        ring(groups, message)

    transaction.on_commit(ring_now, robust=True)


def ring(groups: Sequence[str], message: dict[str, Any]) -> None:
    """Send each group the message, which will say to which; in a process that serves, soon.

    Where it is waited for, whatever goes wrong is raised; else it is logged.
    """
    loop = Serving.loop
    if loop is None or not loop.is_running():
        async_to_sync(_send)(groups, message)
    else:
        loop.call_soon_threadsafe(_begin, groups, message)


def _begin(groups: Sequence[str], message: dict[str, Any]) -> None:
    task = asyncio.ensure_future(_send(groups, message))
    Serving.begun.add(task)
    task.add_done_callback(_end)


def _end(task: asyncio.Task[None]) -> None:
    Serving.begun.discard(task)
    if not task.cancelled() and (error := task.exception()):
        logger.error("a ring failed", exc_info=error)


async def _send(groups: Sequence[str], message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    for group in groups:
        await layer.group_send(group, {**message, "group": group})
