"""Reads people's pictures."""

from __future__ import annotations

from base64 import b64encode

from accounts.faces.drawn import PICTURE_KEY
from accounts.faces.models import Picture
from accounts.models import User


def picture_data(key: str) -> bytes | None:
    """Return the picture of that key as WebP; None if it is gone or its owner is banned."""
    if not PICTURE_KEY.fullmatch(key):  # Postgres rejects NUL
        return None
    shown = Picture.objects.filter(key=key, removed_at=None, user__is_active=True)
    data = shown.values_list("data", flat=True).first()
    return None if data is None else bytes(data)


def picture_evidence(user: User) -> dict[str, str]:
    """Return a person's own picture as a report keeps it: `{"picture": base64}`, or nothing."""
    held = Picture.objects.filter(user=user, removed_at=None)
    data = held.values_list("data", flat=True).first()
    return {} if data is None else {"picture": b64encode(data).decode()}


def may_upload(user: User) -> bool:
    """Tell whether the moderators have not removed this person's picture lately."""
    return not Picture.objects.filter(user=user, removed_at__isnull=False).exists()
