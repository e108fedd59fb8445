"""Replaces an offensive name everywhere it is stored.

The audit log and the evidence of reports keep the original: only moderators see them.
"""

from __future__ import annotations

import secrets

from accounts.clubs.journal import ABOUT_PEOPLE
from accounts.clubs.models import JournalEntry
from accounts.hooks import hooks
from accounts.models import User
from accounts.people.models import Notice


def person_rename(user: User) -> None:
    """Give a person a neutral name; the apps' `renaming` hooks replace it where they stored it.

    Each hook gets the renamed person and the old name.
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
    """Replace the name in other people's notices, and in links to the person's page."""
    page = user.get_absolute_url()
    for notice in Notice.objects.filter(args__name=old).iterator():
        notice.args["name"] = user.username
        if notice.subject == f"person:{user.pk}":
            notice.url = page
        notice.save(update_fields=["args", "url"])
