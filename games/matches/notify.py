"""Ringing the doorbell: after commit, a pointer, never a card.

A lost ring costs seconds, because every socket's heartbeat carries the newest
revision too.
"""

from __future__ import annotations

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.matches.metrics import DOORBELLS
from games.matches.models import Match

logger = logging.getLogger(__name__)

LOBBY_GROUP = "lobby"


def match_group(code: str) -> str:
    """Return the channel group of everybody who looks at a match."""
    return f"match.{code}"


def ring_talk(match: Match) -> None:
    """Ring once the transaction has committed: something was said. What, and to whom, is not told:

    each page looks for itself whether it may hear it.
    """
    message = {"type": "talk.rung", "match": match.code}

    def ring() -> None:
        async_to_sync(get_channel_layer().group_send)(match_group(match.code), message)

    transaction.on_commit(ring, robust=True)


def announce(match: Match, *, lobby: bool = False) -> None:
    """Ring once the transaction has committed; with `lobby`, the table list too."""
    message = {"type": "match.rung", "match": match.code, "revision": match.revision}
    groups = [match_group(match.code)]
    if lobby and match.visibility == Match.Visibility.PUBLIC:
        groups.append(LOBBY_GROUP)

    def ring() -> None:  # no partial: when it fails, Django logs its __qualname__
        for group in groups:
            async_to_sync(get_channel_layer().group_send)(group, message)
            DOORBELLS.inc()

    transaction.on_commit(ring, robust=True)
