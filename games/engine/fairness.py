"""Prove to players, by commit and reveal, that the shuffle is fair. Pure.

Spec: record format, section "Commitment". Every hash is lower-case hex,
every string is UTF-8.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence

from games.engine.canonical import sha256_hex

MAX_CONTRIBUTION = 64


def commitment_of(secret: bytes) -> str:
    """Return the server's commitment, shown before the start: SHA-256 of its 32 bytes."""
    return sha256_hex(secret)


def seat_commitment_of(match: str, seat: int, commitment: str, contribution: str) -> str:
    """Return the commitment that a seat's browser sends in place of its contribution."""
    return sha256_hex(f"kibitz-seat/1|{match}|{seat}|{commitment}|{contribution}")


def seed_of(secret: bytes, match: str, contributions: Sequence[str]) -> bytes:
    """Return the match's 32-byte seed from the secret and every seat's contribution."""
    parts = "|".join(text.encode().hex() for text in contributions)
    return hmac.digest(secret, f"kibitz-seed/1|{match}|{parts}".encode(), "sha256")
