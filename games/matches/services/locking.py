"""Taking a match's row lock, always first and always the same way.

The statement is written out: the ORM puts its own together anew for every action, which costs more
than the database takes to answer.
"""

from __future__ import annotations

from typing import Any

from games.matches.access import MatchNotFound
from games.matches.models import Match, Seat
from games.matches.refusals import refuse

LOCK = "SELECT * FROM matches_match WHERE code = %s FOR NO KEY UPDATE"


def lock_match(code: str) -> Match:
    """Return the match with its row locked until the transaction ends.

    Raises MatchNotFound if there is none. Call inside `transaction.atomic()`.
    """
    for match in Match.objects.raw(LOCK, [code]):
        return match
    raise MatchNotFound(code)


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
