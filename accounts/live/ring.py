"""Sends notifications to groups of sockets, from any thread, without waiting for delivery.

In a process that serves, the event loop sends them later: blocking a thread on it would cost more
than the action itself. Elsewhere (commands, tests) the caller waits until they are sent.
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
    """The serving event loop and its pending sends; the loop itself refers to tasks only weakly."""

    loop: asyncio.AbstractEventLoop | None = None
    begun: set[asyncio.Task[None]] = set()


def ring_here() -> None:
    """Send this process's notifications from the running event loop from now on."""
    Serving.loop = asyncio.get_running_loop()


def ring_on_commit(*groups: str, message: dict[str, Any]) -> None:
    """Notify the groups after commit; a failure to send does not undo anything."""

    def ring_now() -> None:  # not a partial: Django logs its __qualname__ if it fails
        ring(groups, message)

    transaction.on_commit(ring_now, robust=True)


def ring(groups: Sequence[str], message: dict[str, Any]) -> None:
    """Send each group the message, to which `group` is added; a serving process returns at once.

    Raises errors where the caller waits, and logs them elsewhere.
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
