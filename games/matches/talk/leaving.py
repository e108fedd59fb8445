"""What becomes of table talk when somebody leaves the site."""

from __future__ import annotations

from accounts.models import User
from games.matches.talk.models import Message


def leaves(user: User) -> None:
    """Their words go with them; the room's numbers stay as they were given."""
    Message.objects.filter(author=user).delete()
