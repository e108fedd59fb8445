"""Practice matches: where a match can be played on, and what others did with the same deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber
from django.urls import reverse

from games.engine.match import still_in
from games.matches.access import MatchNotFound, access_match
from games.matches.models import Match, Seat
from replays.models import Fork
from replays.timeline import Timeline

BEST = 20
"""How many are shown per seat: thousands may play the deal of a widely shared match."""


def seats_to_play_on(timeline: Timeline, ply: int) -> list[int]:
    """Return the seats that still play after a ply, if what is hidden can be dealt again."""
    rules, state = timeline.rules, timeline.plies[ply].state
    if rules.hiding is None:
        return []
    return [seat for seat in range(len(timeline.seats)) if still_in(rules, state, seat)]


@dataclass(frozen=True)
class SameDeal:
    """One finished match of the same deal: who played which seat, and their result there."""

    name: str
    seat_name: str
    rank: int
    score: int | None
    url: str


def same_deals(match: Match, names: tuple[str, ...], user: Any) -> list[SameDeal]:
    """Return the original's seats and the best results on the same deal, best first by seat.

    Matches begun while the original was hidden are shown only to their player (decision 0009).
    """
    played = _best(match, user)
    if not played:
        return []
    numbers = {seat.number for seat in played}
    original = [seat for seat in match.seats.all() if seat.number in numbers]
    found = sorted([*original, *played], key=lambda seat: (seat.number, seat.rank or 0))
    return [_same_deal(seat, names) for seat in found]


def _best(match: Match, user: Any) -> list[Seat]:
    """Return the best seats of people who played a match's deal, per seat number."""
    shown = ~Q(match__visibility=Match.Visibility.PRIVATE)
    if user.is_authenticated:
        shown |= Q(user=user)
    seats = Seat.objects.filter(
        shown,
        match__fork__source=match,
        match__fork__same_deal=True,
        match__fork__seat=F("number"),
        match__status=Match.Status.FINISHED,
    )
    at = Window(RowNumber(), partition_by="number", order_by=["rank", "pk"])
    return list(seats.annotate(at=at).filter(at__lte=BEST).select_related("match"))


def _same_deal(seat: Seat, names: tuple[str, ...]) -> SameDeal:
    url = reverse("replays:show", args=[seat.match.code])
    return SameDeal(seat.all_names, names[seat.number], seat.rank or 0, seat.score, url)


def source_of(match: Match, user: Any) -> Fork | None:
    """Return the origin of a practice match, if this person may see that match."""
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
