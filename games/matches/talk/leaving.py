"""Delete table talk when somebody leaves the site."""

from __future__ import annotations

from accounts.models import User
from games.matches.talk.models import Message


def leaves(user: User) -> None:
    """Delete the person's messages; the room's numbering keeps the gaps."""
    Message.objects.filter(author=user).delete()
