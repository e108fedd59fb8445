"""An event's prizes by place, as its director wrote them: a line for each place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.matches.phrases import listing
from games.tournaments.models import Tournament


def prizes_of(event: Tournament) -> list[tuple[int, str]]:
    """Return (place, prize) for every place that has one."""
    return [(place, prize) for place, prize in enumerate(event.prizes.splitlines(), 1) if prize]


def prizes_by_place(event: Tournament, places: Iterable[int]) -> dict[int, str]:
    """Return what those at each of these places get: if they share it, all that they cover."""
    prizes, sharing = dict(prizes_of(event)), Counter(places)
    return {
        place: listing([prizes[at] for at in range(place, place + shared) if at in prizes])
        for place, shared in sharing.items()
    }
