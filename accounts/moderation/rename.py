"""Another name for somebody whose own is not fit to be read, wherever it was written down.

The audit and the evidence of reports keep what was said: they are the moderators' alone.
"""

from __future__ import annotations

import secrets

from accounts.clubs.journal import ABOUT_PEOPLE
from accounts.clubs.models import JournalEntry
from accounts.hooks import hooks
from accounts.models import User
from accounts.people.models import Notice


def person_rename(user: User) -> None:
    """Give somebody a name that says nothing; an app's `renaming` puts it where it wrote the old.

    Each of these is called with the person, as they are now, and the old name.
    """
    old = user.username
    user.username = f"player-{secrets.token_hex(4)}"
    user.save(update_fields=["username"])
    for is_renamed in hooks("renaming"):
        is_renamed(user, old)
    told = JournalEntry.objects.filter(verb__in=ABOUT_PEOPLE, about=old)
    told.update(about=user.username)
    _rename_in_notices(user, old)


def _rename_in_notices(user: User, old: str) -> None:
    """Put the new name into what others were told, and where it leads to their page."""
    page = user.get_absolute_url()
    for notice in Notice.objects.filter(args__name=old).iterator():
        notice.args["name"] = user.username
        if notice.subject == f"person:{user.pk}":
            notice.url = page
        notice.save(update_fields=["args", "url"])
