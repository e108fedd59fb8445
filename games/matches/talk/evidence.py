"""The evidence attached to a report from a table: what the reporter could read, and who sat where.

Never a card: moderators look at the replay once the match is over.
"""

from __future__ import annotations

from typing import Any

from games.matches.access import Access
from games.matches.presenters import seat_names
from games.matches.talk.models import Message
from games.matches.talk.voices import voice_of
from games.matches.talk.words import said_plainly

MOST_COPIED = 100


def evidence_of(access: Access) -> dict[str, Any]:
    """Return a copy of the messages, including muted people's, and the names at the table."""
    rows = Message.objects.filter(
        room__match=access.match, room__kind__in=voice_of(access).hears
    ).select_related("room")
    newest = sorted(rows.order_by("-created_at")[:MOST_COPIED], key=lambda one: one.created_at)
    return {
        "messages": [_copy(message) for message in newest],
        "seats": seat_names(access.seats),
        "game": access.match.game,
        "status": access.match.status,
    }


def _copy(message: Message) -> dict[str, Any]:
    return {
        "room": message.room.kind,
        "number": message.number,
        "at": message.created_at.isoformat(timespec="seconds"),
        "ply": message.ply,
        "author": message.name,
        "kind": message.kind,
        "body": said_plainly(message.kind, message.body),
    }
