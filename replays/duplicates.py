"""Others who played the same deal, and how they fared; nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games.matches.access import MatchNotFound, access_match
from games.matches.models import Match
from replays.models import Fork


@dataclass(frozen=True)
class SameDeal:
    """One finished match of the same deal: who played which seat, and their result there."""

    name: str
    seat_name: str
    rank: int
    score: int | None
    url: str


def same_deals(match: Match, names: tuple[str, ...]) -> list[SameDeal]:
    """Return the original's seats and everybody's who played the same deal, best first by seat."""
    forks = Fork.objects.filter(source=match, same_deal=True, match__status=Match.Status.FINISHED)
    rows = list(forks.select_related("match").prefetch_related("match__seats"))
    if not rows:
        return []
    seats = sorted({fork.seat for fork in rows})
    played = [(match, seat) for seat in seats] + [(fork.match, fork.seat) for fork in rows]
    found = [(seat, _same_deal(one, seat, names)) for one, seat in played]
    return [deal for _, deal in sorted(found, key=lambda pair: (pair[0], pair[1].rank))]


def _same_deal(match: Match, seat: int, names: tuple[str, ...]) -> SameDeal:
    row = next(row for row in match.seats.all() if row.number == seat)
    url = reverse("replays:show", args=[match.code])
    return SameDeal(row.shown_name, names[seat], row.rank or 0, row.score, url)


def source_of(match: Match, user: Any) -> Fork | None:
    """Return where a practice match came from, if this person may see that match."""
    if not match.practice:
        return None
    fork = Fork.objects.filter(match=match).select_related("source").first()
    if fork is None:
        return None
    try:
        access_match(user, fork.source.code)
    except MatchNotFound:
        return None
    return fork
