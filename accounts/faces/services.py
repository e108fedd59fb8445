"""Writes people's faces."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.db.models.functions import Now

from accounts.faces.drawn import DRAWN
from accounts.faces.models import Picture
from accounts.faces.refusals import PictureRefused
from accounts.locking import lock_person
from accounts.models import User
from accounts.registry import Hook

face_changed: Hook[[User], None] = Hook()
"""Called inside the transaction, with the person's new face set."""


@transaction.atomic
def face_choose(*, user: User, face: str) -> None:
    """Give a person a drawn face, or "" the one derived from their name; deletes their picture."""
    if face and face not in DRAWN:
        raise PictureRefused("no_such_face")
    lock_person(user)
    Picture.objects.filter(user=user, removed_at=None).delete()
    _set(user, face)


@transaction.atomic
def picture_set(*, user: User, data: bytes) -> Picture:
    """Make `data`, from `picture_encoded`, a person's picture."""
    lock_person(user)
    if Picture.objects.filter(user=user, removed_at__isnull=False).exists():
        raise PictureRefused("removed")
    fresh = {"key": secrets.token_hex(16), "data": data, "made_at": Now()}
    picture, _ = Picture.objects.update_or_create(user=user, defaults=fresh)
    _set(user, picture.key)
    return picture


def picture_remove(user: User) -> bool:
    """Delete the picture of a locked person for good and bar the next; tell whether they had one.

    Call inside `transaction.atomic()`.
    """
    held = Picture.objects.filter(user=user, removed_at=None)
    if not held.update(data=b"", removed_at=Now()):
        return False
    _set(user, "")
    return True


def _set(user: User, face: str) -> None:
    user.face = face
    user.save(update_fields=["face"])
    face_changed(user)
