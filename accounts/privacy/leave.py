"""Leaving the site: the person goes, everybody else's matches, chains and ratings stay.

Rows that are theirs alone go with them; the log of matches holds seats only, and the log of
ratings numbers only; `relations.py` has the fate of every table. An app's `leaving`
(`accounts/hooks.py`) is called with the person first, takes their name out of what stays, and may
raise LeaveRefused.
"""

from __future__ import annotations

from django.contrib.admin.models import LogEntry
from django.db import transaction

from accounts.hooks import hooks
from accounts.leaving import LeaveRefused
from accounts.locking import lock_person
from accounts.models import User
from accounts.people.sessions import sessions_end
from accounts.privacy.leavings import leaving_note, leavings


@transaction.atomic
def person_leave(*, user: User) -> None:
    """Remove a person for good; raises LeaveRefused, and then nothing has changed."""
    number = user.pk
    # a function with a name: a partial has none, and Django fails in telling that it failed
    transaction.on_commit(lambda: leaving_note(number), robust=True)
    _remove(user)


def people_leave_again() -> dict[int, str]:
    """Remove whoever had left before an older copy of the database came back.

    Return who cannot go yet, by number, and why: they go at a later try, once the match that they
    sit in again is over. Until then nobody logs in as they.
    """
    waiting = {}
    known = leavings()
    for user in User.objects.filter(pk__in=known).order_by("pk"):
        if user.date_joined >= known[user.pk]:
            continue  # somebody else, who was given the number of one who left
        number = user.pk
        try:
            with transaction.atomic():
                _remove(user)
        except LeaveRefused as refusal:
            waiting[number] = refusal.code
            _shut(user)
    return waiting


def _shut(user: User) -> None:
    """Let nobody log in as `user`; the last one who runs the site must still get in."""
    if user.is_active and not user.is_superuser:
        user.is_active = False
        user.save(update_fields=["is_active"])


def _remove(user: User) -> None:
    lock_person(user)
    if user.is_superuser and not User.objects.filter(is_superuser=True).exclude(pk=user.pk):
        raise LeaveRefused("last_superuser")
    for leaves in hooks("leaving"):
        leaves(user)
    sessions_end(user)
    LogEntry.objects.filter(content_type__model="user", object_id=str(user.pk)).delete()
    user.delete()
