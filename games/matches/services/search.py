"""Move searches on: bots join one that found too few people; a full one checks who is ready.

A search's `deadline_at` is the next of the two moments (`table_seats.search_go_on`), so the sweep
finds it and an outage moves it like any deadline.
"""

from __future__ import annotations

from itertools import cycle

from django.db import transaction

from games.engine.contract import Rules
from games.matches.clock import database_now
from games.matches.invitations import check_missed_tell, looking_withdraw
from games.matches.models import Match, Seat
from games.matches.services.locking import lock_match, seats_of
from games.matches.services.table_seats import (
    reveal_begin_if_ready,
    search_go_on,
    seat_clear,
    seat_give_bot,
    table_changed,
    table_left,
)

LEVELS = ("casual", "club")
"""The bots that fill a search, in turn; games without these lend all of theirs."""


@transaction.atomic
def search_due(*, code: str) -> Match:
    """Let bots join a search, or free the seats of those who missed its ready check.

    Does nothing unless the match is an open search whose deadline has passed.
    """
    match = lock_match(code)
    is_due = match.deadline_at is not None and match.deadline_at <= database_now()
    if match.status != Match.Status.OPEN or not match.is_search or not is_due:
        return match
    seats = seats_of(match)
    if all(seat.is_taken for seat in seats):
        _put_back(match, seats, [seat for seat in seats if not seat.is_ready])
    else:
        _put_back(match, seats, [seat for seat in seats if seat.user_id and seat.is_away])
        _bots_join(match, seats)
    search_go_on(match, seats)
    reveal_begin_if_ready(match, seats)
    return table_changed(match, "status", "deadline_at")


def _put_back(match: Match, seats: list[Seat], missing: list[Seat]) -> None:
    """Free the seats of people who are not there; the others keep theirs."""
    gone = [seat.user for seat in missing]
    for seat in missing:
        seat_clear(seat)
    for user in gone:
        check_missed_tell(match, to=user)
        table_left(match, seats, user)


def _bots_join(match: Match, seats: list[Seat]) -> None:
    """Fill the free seats with bots, if anybody is left to play with them."""
    if match.status != Match.Status.OPEN:
        return
    free = (seat for seat in seats if not seat.is_taken)
    for seat, bot in zip(free, cycle(_levels(match.rules)), strict=False):
        seat_give_bot(match, seat, bot)
    looking_withdraw(match)


def _levels(rules: Rules) -> list[str]:
    return [level for level in LEVELS if level in rules.bots] or list(rules.bots)
