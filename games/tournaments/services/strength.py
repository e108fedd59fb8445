"""How strong an entry is taken to be, for seeds: what the ladders say when it is entered."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from games.ratings.algorithm import WLBT
from games.ratings.display import cautious, sigma_now
from games.ratings.selectors import standings_of


def strength_of(players: Sequence[int], game: str) -> int | None:
    """Return the mean cautious rating of an entry's players; None for bots, whom nobody rates.

    Of several ladders of the game the one counts in which somebody played most.
    """
    found = [_strength(player, game) for player in players if player > 0]
    return None if not found or len(found) < len(players) else round(sum(found) / len(found))


def _strength(player: int, game: str) -> int:
    own = [one for one in standings_of(player) if one.ladder.game == game]
    if not own:
        return cautious(WLBT.mu0, WLBT.sigma0)
    last = None if own[0].last_at is None else own[0].last_at.timestamp()
    return cautious(own[0].mu, sigma_now(own[0].sigma, last, timezone.now().timestamp()))
