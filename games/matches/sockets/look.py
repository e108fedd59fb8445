"""The heartbeat's database checks: a few SQL statements, however many sockets they cover.

Runs in a thread, so it may only read from a socket what it follows and whose it is.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from accounts.people.services.presence import people_seen
from accounts.people.standing import claims_that_stand

if TYPE_CHECKING:
    from games.matches.sockets.push import PushConsumer

logger = logging.getLogger(__name__)

SAY_HERE_EVERY = 25.0


@dataclass(frozen=True, slots=True)
class Found:
    """One socket's findings: whether it may stay, and the news its class asked for."""

    stays: bool
    news: Any = None


def look_after(sockets: Sequence[PushConsumer]) -> dict[PushConsumer, Found]:
    """Record that pages are open; return the findings, omitting sockets whose check failed."""
    staying = still_signed_in(sockets)
    found = {socket: Found(stays=False) for socket in sockets if socket not in staying}
    _say_who_is_here(staying)
    kinds = defaultdict(list)
    for socket in staying:
        kinds[type(socket)].append(socket)
    for kind, its_own in kinds.items():
        try:
            news = kind.look(its_own)
        except Exception:
            logger.exception("heartbeat failed", extra={"kind": kind.__name__})
            continue
        found |= {socket: Found(stays=True, news=news.get(socket)) for socket in its_own}
    return found


def still_signed_in(sockets: Sequence[PushConsumer]) -> set[PushConsumer]:
    """Return the sockets that are anonymous or whose session is still valid."""
    claims = {socket.claim for socket in sockets if socket.claim is not None}
    standing = claims_that_stand(claims) if claims else set()
    return {socket for socket in sockets if socket.claim is None or socket.claim in standing}


def _say_who_is_here(sockets: set[PushConsumer]) -> None:
    now = monotonic()
    due = {
        socket: socket.claim.user_id
        for socket in sockets
        if socket.claim is not None and now - socket.said_here_at >= SAY_HERE_EVERY
    }
    if due:
        people_seen(user_ids=set(due.values()))
    for socket in due:
        socket.said_here_at = now
