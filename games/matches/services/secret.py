"""Draw, use and reveal the match's secret. Never log anything here."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from games.engine.chance import Chance
from games.engine.fairness import commitment_of
from games.engine.fairness import seed_of as seed_from
from games.matches.models import Match, MatchSecret, Seat
from games.matches.recent import Recent

_SEEDS: Recent[bytes] = Recent(settings.MATCH_CACHE_SIZE)


@dataclass(frozen=True)
class Deal:
    """What the matches of a duplicate event's round share: a secret, and the entrants' parts.

    `about` is the event's commitment.
    """

    secret: bytes
    about: str
    parts: Sequence[str]


def secret_draw(match: Match) -> None:
    """Give a locked or newly created match a new secret; its seats must then commit again.

    Sets `match.commitment`, which the caller saves. A match with a shared deal keeps its own.
    """
    if match.deal_open:
        return
    secret = secrets.token_bytes(32)
    match.commitment = commitment_of(secret)
    MatchSecret.objects.create(match=match, commitment=match.commitment, secret=secret)


def deal_share(match: Match, deal: Deal) -> None:
    """Give a new match the secret and the seed of a shared deal; the caller saves the match."""
    match.deal_open, match.commitment = True, commitment_of(deal.secret)
    MatchSecret.objects.create(
        match=match,
        commitment=match.commitment,
        secret=deal.secret,
        seed=seed_from(deal.secret, deal.about, deal.parts),
        about=deal.about,
        parts=list(deal.parts),
    )


def secret_reveal(match: Match, now: datetime) -> None:
    """Publish the secret of a match that is over, or called off, unless others play its deal."""
    if not match.deal_open:
        kept = MatchSecret.objects.filter(match=match, commitment=match.commitment)
        kept.update(revealed_at=now)


def seed_make(match: Match, seats: Sequence[Seat]) -> bytes:
    """Return a starting match's seed, from its secret and everybody's contribution."""
    secret = secret_of(match)
    if secret.parts is None:
        parts = [seat.contribution for seat in seats]
        secret.seed = seed_from(bytes(secret.secret), match.code, parts)
        secret.save(update_fields=["seed"])
    return bytes(secret.seed or b"")


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
