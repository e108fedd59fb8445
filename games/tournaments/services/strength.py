"""What ratings contribute to an event: entries' strength, for seeding, and sides' win rates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from games.ratings.algorithm import WLBT
from games.ratings.display import cautious, sigma_now
from games.ratings.selectors import side_records, standings_of
from games.tournaments.points import side_weight


def strength_of(players: Sequence[int], game: str) -> int | None:
    """Return the mean cautious rating of an entry's players; None for bots, which are unrated.

    Of a game's ladders, use the one in which the player has played most.
    """
    found = [_strength(player, game) for player in players if player > 0]
    return None if not found or len(found) < len(players) else round(sum(found) / len(found))


def _strength(player: int, game: str) -> int:
    own = [one for one in standings_of(player) if one.ladder.game == game]
    if not own:
        return cautious(WLBT.mu0, WLBT.sigma0)
    last = None if own[0].last_at is None else own[0].last_at.timestamp()
    return cautious(own[0].mu, sigma_now(own[0].sigma, last, timezone.now().timestamp()))


def side_weights(game: str) -> list[list[Any]]:
    """Return [side, table size, units of a win] for every side that has been played (3.1)."""
    return [
        [record.side, record.size, side_weight(record.wins, record.matches)]
        for record in side_records(game)
    ]
