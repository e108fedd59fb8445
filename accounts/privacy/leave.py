"""Leaving the site: deletes the person, keeps everybody else's matches, chains and ratings.

Rows that are theirs alone are deleted; the match log contains only seats, and the rating log only
ids; `relations.py` lists the fate of every table. The apps' handlers of
`person_leaves` run first: they remove the name from what stays, and may raise LeaveRefused.
"""

from __future__ import annotations

import logging
import os
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.utils import timezone

from accounts.leaving import LeaveRefused
from accounts.locking import lock_person
from accounts.models import User
from accounts.people.sessions import sessions_end
from accounts.registry import person_leaves


@transaction.atomic
def person_leave(*, user: User) -> None:
    """Remove a person for good; raises LeaveRefused and changes nothing if they may not go."""
    number = user.pk
    # not a partial: it has no __qualname__, which Django needs to log its failure
    transaction.on_commit(lambda: leaving_note(number), robust=True)
    _remove(user)


def people_leave_again() -> dict[int, str]:
    """Remove people again whom restoring an older backup has brought back.

    Return the ids of those who cannot go yet, with the reason: a later call removes them, once the
    match they are seated in again is over. Until then their accounts are disabled.
    """
    waiting = {}
    known = leavings()
    for user in User.objects.filter(pk__in=known).order_by("pk"):
        if user.date_joined >= known[user.pk]:
            continue  # a new person, to whom the id was given again
        number = user.pk
        try:
            with transaction.atomic():
                _remove(user)
        except LeaveRefused as refusal:
            waiting[number] = refusal.code
            _shut(user)
    return waiting


def _shut(user: User) -> None:
    """Disable the account, except a superuser's: the last one must still get in."""
    if user.is_active and not user.is_superuser:
        user.is_active = False
        user.save(update_fields=["is_active"])


def _remove(user: User) -> None:
    lock_person(user)
    if user.is_superuser and not User.objects.filter(is_superuser=True).exclude(pk=user.pk):
        raise LeaveRefused("last_superuser")
    person_leaves(user)
    sessions_end(user)
    LogEntry.objects.filter(content_type__model="user", object_id=str(user.pk)).delete()
    user.delete()


logger = logging.getLogger(__name__)


def leaving_note(number: int) -> None:
    """Append a line; on OSError, log it and raise."""
    if not settings.LEAVINGS_FILE:
        return
    line = f"{number} {timezone.now().isoformat()}\n".encode()
    try:
        file = os.open(settings.LEAVINGS_FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, line)
            os.fsync(file)
        finally:
            os.close(file)
    except OSError:
        logger.error("a leaving could not be noted in LEAVINGS_FILE", extra={"user": number})
        raise


def leavings() -> dict[int, datetime]:
    """Return the ids of people who left, with the latest time; skip lines cut off by a crash."""
    if not settings.LEAVINGS_FILE or not Path(settings.LEAVINGS_FILE).exists():
        return {}
    found = {}
    for line in Path(settings.LEAVINGS_FILE).read_text().splitlines():
        number, _, time = line.partition(" ")
        try:
            found[int(number)] = datetime.fromisoformat(time)
        except ValueError:
            logger.warning("a line of LEAVINGS_FILE cannot be read")
    return found
