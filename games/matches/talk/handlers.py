"""Update table talk when somebody leaves the site or is renamed."""

from __future__ import annotations

from accounts.models import User
from games.matches.talk.models import Message


def person_leaves(user: User) -> None:
    """Delete the person's messages; the room's numbering keeps the gaps."""
    Message.objects.filter(author=user).delete()


def person_renamed(user: User, old: str) -> None:
    """Write the new name on the person's messages."""
    Message.objects.filter(author=user, name=old).update(name=user.username)
