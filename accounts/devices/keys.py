"""The key pair that identifies this site to push services (VAPID, RFC 8292)."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from django.conf import settings
from py_vapid import Vapid02

from accounts.devices.models import SigningKey


@cache
def signing_key() -> Vapid02:
    """Return the private key: VAPID_PRIVATE_KEY, else the stored one, made if there is none."""
    if settings.VAPID_PRIVATE_KEY:
        return Vapid02.from_string(settings.VAPID_PRIVATE_KEY)
    stored, _ = SigningKey.objects.get_or_create(pk=1, defaults={"pem": _new_pem()})
    return Vapid02.from_pem(stored.pem.encode())


def _new_pem() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def public_key() -> str:
    """Return the public key as `PushManager.subscribe` takes it: base64url, without padding."""
    point = signing_key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()
