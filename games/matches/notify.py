"""Ringing the doorbell: after commit, a pointer, never a card.

A lost ring costs seconds, because every socket's heartbeat carries the newest
revision too.
"""

from __future__ import annotations

from django.db import transaction

from accounts.live.ring import ring_on_commit
from games.matches.metrics import DOORBELLS
from games.matches.models import Match

LOBBY_GROUP = "lobby"


def match_group(code: str) -> str:
    """Return the channel group of everybody who looks at a match."""
    return f"match.{code}"


def ring_talk(match: Match) -> None:
    """Ring once the transaction has committed: something was said. What, and to whom, is not told:

    each page looks for itself whether it may hear it.
    """
    ring_on_commit(match_group(match.code), message={"type": "talk.rung", "match": match.code})


def announce(match: Match, *, lobby: bool = False) -> None:
    """Ring once the transaction has committed; with `lobby`, the table list too."""
    groups = [match_group(match.code)]
    if lobby and match.visibility == Match.Visibility.PUBLIC:
        groups.append(LOBBY_GROUP)
    message = {"type": "match.rung", "match": match.code, "revision": match.revision}
    ring_on_commit(*groups, message=message)
    transaction.on_commit(lambda: DOORBELLS.inc(len(groups)))
