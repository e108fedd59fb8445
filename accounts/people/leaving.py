"""What becomes of notices when somebody leaves the site."""

from __future__ import annotations

from accounts.models import User
from accounts.people.models import Notice


def leaves(user: User) -> None:
    """Take away what others were told about somebody: it would lead nowhere."""
    for notice in Notice.objects.exclude(user=user).filter(args__isnull=False).iterator():
        if user.get_username() in notice.args.values():
            notice.delete()
