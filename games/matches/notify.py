"""Send notifications over the channel layer: after the commit, a pointer, never a card.

A lost notification costs only seconds, because every socket's heartbeat compares revisions too.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.registry import Hook
from games.engine.contract import Event
from games.matches.metrics import NOTIFICATIONS
from games.matches.models import Match, Seat
from games.websockets.groups import notify_on_commit

LOBBY_GROUP = "lobby"

ply_played: Hook[[Match, Sequence[Seat], Sequence[Event]], None] = Hook()
"""Called with a ply's events after its commit, at tables with bots. An error is only logged."""


def match_group(code: str) -> str:
    """Return the channel group of everybody viewing a match."""
    return f"match.{code}"


def notify_talk(match: Match) -> None:
    """Notify after the commit that something was said.

    The notification tells neither what nor to whom: each page's socket checks whether its viewer
    may hear it.
    """
    notify_on_commit(match_group(match.code), message={"type": "talk.changed", "match": match.code})


def announce(match: Match, *, lobby: bool = False) -> None:
    """Notify the match's group after the commit; with `lobby`, the table list's too."""
    groups = [match_group(match.code)]
    if lobby and match.visibility == Match.Visibility.PUBLIC:
        groups.append(LOBBY_GROUP)
    message = {"type": "match.changed", "match": match.code, "revision": match.revision}
    notify_on_commit(*groups, message=message)
    transaction.on_commit(lambda: NOTIFICATIONS.inc(len(groups)))
