"""Draw, use and reveal the match's secret. Never log anything here."""

from __future__ import annotations

import secrets

from django.conf import settings

from games.engine.chance import Chance
from games.engine.fairness import commitment_of
from games.matches.models import Match, MatchSecret, Seat
from games.matches.recent import Recent

_SEEDS: Recent[bytes] = Recent(settings.MATCH_CACHE_SIZE)


def secret_draw(match: Match) -> None:
    """Give a locked or newly created match a new secret; its seats must then commit again.

    Sets `match.commitment`, which the caller saves.
    """
    secret = secrets.token_bytes(32)
    match.commitment = commitment_of(secret)
    MatchSecret.objects.create(match=match, commitment=match.commitment, secret=secret)


def secret_of(match: Match) -> MatchSecret:
    """Return the secret in force, for services only."""
    return MatchSecret.objects.get(match=match, commitment=match.commitment)


def chance_of(match: Match) -> Chance:
    """Return the running match's `Chance`, positioned at its next operation."""
    return Chance(seed_of(match), match.game, match.chance_operation)


def seed_of(match: Match) -> bytes:
    """Return the running match's seed, for its shuffles and its bots' dice."""
    key = (match.pk, match.commitment)
    seed = _SEEDS.get(key)
    if seed is None:
        seed = bytes(secret_of(match).seed or b"")
        if not seed:
            raise RuntimeError(f"match {match.code} runs without a seed")
        _SEEDS.put(key, seed)
    return seed


def contribution_draw() -> str:
    """Draw a contribution the way browsers do by default: 32 hex digits."""
    return secrets.token_hex(16)


def commitments_clear(seats: list[Seat]) -> None:
    """Clear every person's part in a shuffle that will not take place."""
    for seat in seats:
        seat.seat_commitment = seat.contribution = ""
    Seat.objects.bulk_update(seats, ["seat_commitment", "contribution"])
