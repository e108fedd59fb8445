"""Update table talk when moderators rename somebody."""

from __future__ import annotations

from accounts.models import User
from games.matches.talk.models import Message


def is_renamed(user: User, old: str) -> None:
    """Write the new name on the person's messages."""
    Message.objects.filter(author=user, name=old).update(name=user.username)
