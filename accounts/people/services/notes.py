"""Private notes about people. Must not import games."""

from __future__ import annotations

from django.db import transaction
from django.db.models.functions import Now

from accounts.locking import lock_person
from accounts.models import User
from accounts.people.models import Note
from accounts.people.refusals import PeopleRefused

MOST_NOTES = 500


@transaction.atomic
def note_set(*, owner: User, about: User, text: str) -> None:
    """Save `text` as a note about a person; empty deletes it. Raises PeopleRefused."""
    if owner == about:
        raise PeopleRefused("about_oneself")
    if not text:
        Note.objects.filter(owner=owner, about=about).delete()
        return
    lock_person(owner)
    if Note.objects.filter(owner=owner).exclude(about=about).count() >= MOST_NOTES:
        raise PeopleRefused("too_many_notes")
    Note.objects.update_or_create(
        owner=owner, about=about, defaults={"text": text, "updated_at": Now()}
    )
