"""Compute the hash chain over a match's actions. Pure.

Spec: record format, section "Chain".
"""

from __future__ import annotations

from games.engine.canonical import canonical, sha256_hex
from games.engine.contract import JsonObject, Options

FORMAT = "kibitz-record/1"


def chain_start(
    *, match: str, game: str, ruleset: int, options: Options, seats: int, commitment: str | None
) -> str:
    """Return h0, the head before the first action."""
    header = {
        "format": FORMAT,
        "match": match,
        "game": game,
        "rules": ruleset,
        "options": options,
        "seats": seats,
        "commitment": commitment,
    }
    return sha256_hex(canonical(header))


def chain_link(head: str, entry: JsonObject) -> str:
    """Return the head after one entry of the record's `actions`."""
    return sha256_hex(head, canonical(entry))
