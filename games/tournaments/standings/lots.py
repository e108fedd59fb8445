"""Lots determined in advance by the tournament's seed.

Spec: tournaments 3.3 (a lot fixed by the event seed). The same seed gives the same order in every
process. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from hashlib import sha256


def lot(seed: str, entry: int) -> int:
    """Return an entry's lot: a 64-bit number; the higher one is ahead."""
    digest = sha256(f"kibitz-lot/1|{seed}|{entry}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
