"""Taking a match's row lock, always first and always the same way."""

from __future__ import annotations

from typing import Any

from games.matches.access import MatchNotFound
from games.matches.models import Match, Seat
from games.matches.refusals import refuse


def lock_match(code: str) -> Match:
    """Return the match with its row locked until the transaction ends.

    Raises MatchNotFound if there is none. Call inside `transaction.atomic()`.
    """
    match = Match.objects.select_for_update(no_key=True).filter(code=code).first()
    if match is None:
        raise MatchNotFound(code)
    return match


def seats_of(match: Match) -> list[Seat]:
    """Return the match's seats by number."""
    return list(match.seats.order_by("number"))


def seat_of(seats: list[Seat], user: Any) -> Seat:
    """Return the seat of `user`, refusing somebody who does not sit here."""
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise refuse("not_seated")


def touch(match: Match, *fields: str) -> None:
    """Save `fields` of a locked match and raise its revision."""
    match.revision += 1
    match.save(update_fields=["revision", *fields])
