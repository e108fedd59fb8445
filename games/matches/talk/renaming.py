"""What becomes of table talk when moderators give somebody another name."""

from __future__ import annotations

from accounts.models import User
from games.matches.talk.models import Message


def is_renamed(user: User, old: str) -> None:
    """Put the new name beside what they said."""
    Message.objects.filter(author=user, name=old).update(name=user.username)
