"""Adding and removing a person's devices."""

from __future__ import annotations

import base64
import binascii

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.db.models import QuerySet

from accounts.devices.models import Device
from accounts.devices.push_services import is_known
from accounts.devices.refusals import DeviceRefused
from accounts.locking import lock_person
from accounts.models import User

ADDED_IN = "device_added_in"
"""The key under which a session keeps its own key when its browser's device was last added."""
MOST = 20
MOST_ENDPOINT = 1000
POINT_BYTES = 65
AUTH_BYTES = 16


@transaction.atomic
def device_add(
    *, user: User, session_key: str, endpoint: str, p256dh: str, auth: str, name: str
) -> Device:
    """Add a browser's push subscription, or renew it; raises DeviceRefused.

    A browser has one subscription: if it was somebody else's, who used the browser before, it
    becomes this person's, and what was queued for the other is deleted.
    """
    if len(endpoint) > MOST_ENDPOINT or not endpoint.isascii() or not _are_keys(p256dh, auth):
        raise DeviceRefused("bad_subscription")
    if not is_known(endpoint):
        raise DeviceRefused("unknown_service")
    lock_person(user)
    Device.objects.filter(endpoint=endpoint).exclude(user=user).delete()
    if Device.objects.filter(user=user).exclude(endpoint=endpoint).count() >= MOST:
        raise DeviceRefused("too_many_devices")
    device, _ = Device.objects.update_or_create(
        endpoint=endpoint,
        defaults={
            "user": user,
            "session_key": session_key,
            "p256dh": p256dh,
            "auth": auth,
            "name": name,
            "failures": 0,
            "retry_at": None,
        },
    )
    return device


def _are_keys(p256dh: str, auth: str) -> bool:
    """Tell whether these are a point on the curve P-256 and a secret of 16 bytes (RFC 8291)."""
    try:
        point, secret = _decoded(p256dh), _decoded(auth)
        if len(point) != POINT_BYTES or len(secret) != AUTH_BYTES:
            return False
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        return False
    return True


def _decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def device_remove(*, user: User, pk: int) -> None:
    """Remove one of a person's own devices; do nothing if it is gone."""
    Device.objects.filter(user=user, pk=pk).delete()


def devices_of(user: User) -> QuerySet[Device]:
    """Return a person's devices, newest first."""
    return Device.objects.filter(user=user)
