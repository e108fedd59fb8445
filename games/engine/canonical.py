"""Produce canonical JSON and hashes, as `docs/spec/record.md` defines them. Pure."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def canonical(value: Any) -> str:
    """Return `value` as JSON with sorted keys, no whitespace and no escaping of non-ASCII.

    Raises ValueError for NaN and infinities, TypeError for what JSON lacks.
    """
    return _encoder.encode(value)


def sha256_hex(*parts: str | bytes) -> str:
    """Return the lower-case hex SHA-256 of the concatenated parts, text as UTF-8."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else part)
    return digest.hexdigest()
