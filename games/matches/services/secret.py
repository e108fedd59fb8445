"""The match's secret: drawn, used once, revealed. Nothing here is ever logged."""

from __future__ import annotations

import secrets

from games.engine.chance import Chance
from games.engine.fairness import commitment_of
from games.matches.models import Match, MatchSecret, Seat


def secret_draw(match: Match) -> None:
    """Give a locked or just made match a fresh secret; its seats must commit anew.

    Sets `match.commitment`, which the caller saves.
    """
    secret = secrets.token_bytes(32)
    match.commitment = commitment_of(secret)
    MatchSecret.objects.create(match=match, commitment=match.commitment, secret=secret)


def secret_of(match: Match) -> MatchSecret:
    """Return the secret in force, for services only."""
    return MatchSecret.objects.get(match=match, commitment=match.commitment)


def chance_of(match: Match) -> Chance:
    """Return the running match's randomness, at its next operation."""
    seed = secret_of(match).seed
    if seed is None:
        raise RuntimeError(f"match {match.code} runs without a seed")
    return Chance(bytes(seed), match.game, match.chance_operation)


def contribution_draw() -> str:
    """Return a contribution as a browser draws it by default: 32 hex digits."""
    return secrets.token_hex(16)


def commitments_clear(seats: list[Seat]) -> None:
    """Forget every person's part in a shuffle that will not happen."""
    for seat in seats:
        seat.seat_commitment = seat.contribution = ""
    Seat.objects.bulk_update(seats, ["seat_commitment", "contribution"])
