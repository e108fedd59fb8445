"""Which seats of a running match are on offer or may be offered; from rows and a position.

All of it is public: who is away, who is out, for whom a bot plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.contract import JsonObject, Rules
from games.engine.match import still_in
from games.matches.models import Match, Seat


def is_gone(seat: Seat) -> bool:
    """Tell whether a seat's player is away, or a bot stands in."""
    return seat.is_away or bool(seat.stand_in)


def may_be_offered(seat: Seat, rules: Rules, state: Any) -> bool:
    """Tell whether somebody could take over a seat: its player is still in and began there."""
    is_theirs = seat.user_id is not None and not seat.is_taken_over
    return is_theirs and still_in(rules, state, seat.number)


def is_offered(seat: Seat, rules: Rules, state: Any) -> bool:
    """Tell whether a seat is on offer."""
    return seat.offered_at is not None and may_be_offered(seat, rules, state)


def is_open_to_all(match: Match, seat: Seat) -> bool:
    """Tell whether an offer is not to one person, as every one at an event's table is.

    The person a director named may leave the site before accepting: then it is to nobody.
    """
    return not match.arranged and seat.offered_to_id is None


def offers_shown(match: Match, seats: Sequence[Seat], rules: Rules, state: Any) -> list[JsonObject]:
    """Return the seats on offer, with the names of their players, and whether all may take them."""
    if match.status != Match.Status.RUNNING:
        return []
    found = [seat for seat in seats if is_offered(seat, rules, state)]
    return [
        {
            "seat": seat.number,
            "name": str(seat.shown_name),
            "for_all": is_open_to_all(match, seat),
        }
        for seat in found
    ]


def offers_to_make(
    match: Match, seats: Sequence[Seat], me: Seat, rules: Rules, state: Any
) -> JsonObject:
    """Return what a player may offer: their own seat, and those of players who are gone.

    Nobody watches practice, nor what somebody plays alone with bots.
    """
    if match.arranged or match.practice or match.without_clock:
        return {"own": None, "gone": []}
    free = [
        seat for seat in seats if seat.offered_at is None and may_be_offered(seat, rules, state)
    ]
    return {
        "own": next((seat.number for seat in free if seat == me), None),
        "gone": [
            {"seat": seat.number, "name": str(seat.shown_name)}
            for seat in free
            if seat != me and is_gone(seat)
        ],
    }
