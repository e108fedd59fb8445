"""Leaving the site: deletes the person, keeps everybody else's matches, chains and ratings.

Rows that are theirs alone are deleted; the match log contains only seats, and the rating log only
ids; `relations.py` lists the fate of every table. The apps' `leaving` hooks (`accounts/hooks.py`)
run first: they remove the person's name from what stays, and may raise LeaveRefused.
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
    for leaves in hooks("leaving"):
        leaves(user)
    sessions_end(user)
    LogEntry.objects.filter(content_type__model="user", object_id=str(user.pk)).delete()
    user.delete()
