"""Following, muting, blocking, and private notes about people. Must not import games."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from accounts.locking import lock_person
from accounts.models import User
from accounts.people.models import Note, Tie
from accounts.people.refusals import PeopleRefused
from accounts.people.selectors import is_blocked
from accounts.people.services.notices import notice_send, notices_withdraw
from accounts.people.words import FOLLOWS_YOU

MOST_TIES = 500


@transaction.atomic
def tie_set(*, owner: User, other: User, kind: str, on: bool) -> None:
    """Start or stop following, muting or blocking a person; raises PeopleRefused.

    A block ends following in both directions; a blocked person cannot follow.
    """
    if owner == other:
        raise PeopleRefused("about_oneself")
    if kind not in Tie.Kind.values:
        raise PeopleRefused("no_such_tie")
    if not on:
        Tie.objects.filter(owner=owner, other=other, kind=kind).delete()
        return
    if kind == Tie.Kind.FOLLOW and is_blocked(owner, other):
        raise PeopleRefused("blocked")
    lock_person(owner)
    if Tie.objects.filter(owner=owner, kind=kind).count() >= MOST_TIES:
        raise PeopleRefused("too_many_ties")
    _, is_new = Tie.objects.get_or_create(owner=owner, other=other, kind=kind)
    if kind == Tie.Kind.BLOCK:
        _keep_apart(owner, other)
    elif kind == Tie.Kind.FOLLOW and is_new:
        _tell_followed(owner, other)


def _keep_apart(owner: User, other: User) -> None:
    between = Q(owner=owner, other=other) | Q(owner=other, other=owner)
    Tie.objects.filter(between, kind=Tie.Kind.FOLLOW).delete()
    for one, two in ((owner, other), (other, owner)):
        notices_withdraw(subject=f"person:{two.pk}", user=one)


def _tell_followed(owner: User, other: User) -> None:
    notice_send(
        user=other,
        kind="follow",
        subject=f"person:{owner.pk}",
        text=FOLLOWS_YOU,
        args={"name": owner.username},
        url=owner.get_absolute_url(),
    )


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
