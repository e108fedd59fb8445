"""What becomes of notices when somebody leaves the site."""

from __future__ import annotations

from accounts.models import User
from accounts.people.models import Notice


def leaves(user: User) -> None:
    """Take away what others were told about somebody: it would lead nowhere."""
    Notice.objects.exclude(user=user).filter(args__name=user.get_username()).delete()
