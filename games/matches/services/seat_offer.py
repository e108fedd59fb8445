"""Offer the seat of a player who is gone or leaves, and take one over.

Whoever accepts is a substitute: the seat's holder from the next action on, as a stand-in bot would
be. The match counts for who began (specification of tournaments, 1.4). A seat is taken over once.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.db import transaction

from accounts.people.selectors import hearers_of, kept_from
from accounts.registry import Hook
from accounts.throttle import Throttled, person_key, throttle_one
from games.matches import store
from games.matches.agreement import is_asked
from games.matches.clock import database_now
from games.matches.invitations import (
    offer_tell,
    offered_tell,
    offers_withdraw,
    taken_over_tell,
)
from games.matches.models import Match, Seat
from games.matches.notify import announce, notify_talk
from games.matches.offers import is_gone, is_offered, is_open_to_all, may_be_offered
from games.matches.refusals import refuse
from games.matches.services.locking import lock_match, seat_of, seats_of, touch
from games.matches.services.match_turn import TURN, turn_begin
from games.matches.services.outage import outage_credit
from games.matches.services.table_find import MOST_TOLD, TELLS, TELLS_SECONDS
from games.matches.services.table_seats import check_steady, seat_numbered

substitute_comes: Hook[[Match, Any], None] = Hook()
"""Refuse a match's seat to somebody who may not take it over, for a reason of an upper app."""


def seat_offer(*, code: str, user: Any, number: int) -> Match:
    """Offer a seat to those who watch, and tell friends and clubmates who are online.

    Players may offer their own seat; those still in the match, and its owner, that of a player who
    is away or replaced by a bot. At an event's table only directors may. Raises MatchRefusal.
    """
    match = _offer(code, user, number)
    _tell(match.code, user)
    return match


@transaction.atomic
def _offer(code: str, user: Any, number: int) -> Match:
    match, seats, seat, state = _lock_seat(code, number)
    if match.arranged:
        raise refuse("offer_by_director")
    if seat.user_id != user.pk:
        if match.owner_id != user.pk and not is_asked(seat_of(seats, user), match.rules, state):
            raise refuse("is_out")
        if not is_gone(seat):
            raise refuse("not_gone")
    return _open(match, seat)


@transaction.atomic
def seat_offer_to(*, code: str, number: int, to: Any) -> Match:
    """Offer a seat at an event's table to one person, whether its player is gone or not.

    The caller has checked that a director asks. Raises MatchRefusal.
    """
    match, seats, seat, _ = _lock_seat(code, number)
    _check_new(seats, to)
    _open(match, seat, to)
    offered_tell(match, to=to)
    return match


def _lock_seat(code: str, number: int) -> tuple[Match, list[Seat], Seat, Any]:
    """Lock a running match; return it, its seats, a seat that may be offered, and the state."""
    match = lock_match(code)
    if match.status != Match.Status.RUNNING:
        raise refuse("not_running")
    if match.deal_open:
        raise refuse("deal_open")
    seats = seats_of(match)
    seat = seat_numbered(seats, number)
    state = store.load_position(match).state
    if seat.is_taken_over:
        raise refuse("was_taken_over")
    if not may_be_offered(seat, match.rules, state):
        raise refuse("out_of_play")
    return match, seats, seat, state


def _open(match: Match, seat: Seat, to: Any = None) -> Match:
    seat.offered_at, seat.offered_to = database_now(), to
    seat.save(update_fields=["offered_at", "offered_to"])
    touch(match)
    announce(match)
    return match


@transaction.atomic
def seat_keep(*, code: str, user: Any) -> Match:
    """Take the offer of one's own seat back; idempotent."""
    match = lock_match(code)
    seat = seat_of(seats_of(match), user)
    if seat.offered_at is not None:
        offer_end(match, seat)
        touch(match)
        announce(match)
    return match


def offer_end(match: Match, seat: Seat) -> None:
    """End the offer of a locked match's seat, and withdraw what people were told of it."""
    seat.offered_at = seat.offered_to = None
    seat.save(update_fields=["offered_at", "offered_to"])
    offers_withdraw(match)


@transaction.atomic
def seat_take_over(*, code: str, user: Any, number: int) -> Match:
    """Make `user` the substitute in an offered seat; its turn, if it is on, begins again.

    Of several who accept at once the first gets the seat. Raises MatchRefusal. The caller has
    passed `access_match`.
    """
    outage_credit()
    match = lock_match(code)
    if match.status != Match.Status.RUNNING:
        raise refuse("not_running")
    seats = seats_of(match)
    seat = seat_numbered(seats, number)
    _check_may(match, seats, user)
    if not is_offered(seat, match.rules, store.load_position(match).state):
        raise refuse("not_offered")
    if seat.offered_to_id != user.pk and not is_open_to_all(match, seat):
        raise refuse("offered_to_another")
    began = seat.user
    _hold(match, seat, user)
    if match.to_act == seat.number:
        turn_begin(match, seats)
    touch(match, *TURN)
    taken_over_tell(match, by=user, to=began)
    announce(match, lobby=True)
    notify_talk(match)  # both now speak elsewhere
    return match


def _check_may(match: Match, seats: list[Seat], user: Any) -> None:
    """Refuse a seat to those who had one here, are unwelcome, or would leave again."""
    if user.is_guest and not match.guests_may_join:
        raise refuse("no_guests")
    _check_new(seats, user)
    if match.turned_away.filter(user=user).exists():
        raise refuse("turned_away")
    if match.steady_only:
        check_steady(match, user)


def _check_new(seats: list[Seat], user: Any) -> None:
    """Refuse a seat to those who have or had one in this match, and to those blocked there."""
    if any(one.user_id == user.pk for one in seats):
        raise refuse("already_seated")
    if any(one.starter_id == user.pk for one in seats):
        raise refuse("held_before")
    if kept_from(user) & {one.user_id for one in seats}:
        raise refuse("blocked")
    substitute_comes(seats[0].match, user)


def _hold(match: Match, seat: Seat, user: Any) -> None:
    """Write the new holder into a seat, with all that was the former one's own set back."""
    seat.starter, seat.starter_name, seat.starter_face = seat.user, seat.name, seat.own_face
    seat.taken_over_after = match.ply
    seat.user, seat.name, seat.own_face = user, user.get_username(), user.face
    seat.stand_in, seat.timeouts_in_row = "", 0
    seat.agrees_to_pause = seat.agrees_to_void = seat.is_away = False
    seat.seen_at = seat.looked_at = database_now()
    seat.offered_at = seat.offered_to = None
    seat.save()
    offers_withdraw(match)


@transaction.atomic
def _tell(code: str, user: Any) -> None:
    """Tell those who wish it that a public match offers a seat, if it still does.

    They are online, follow a player or are in a club with one, and no player is kept from them. Of
    a club's match only its members are told; of one that is not listed, nobody.
    """
    match = lock_match(code)
    seats = list(match.seats.select_related("user").order_by("number"))
    players = [seat.user for seat in seats if seat.user is not None and not seat.user.is_guest]
    if not any(seat.offered_at for seat in seats) or match.visibility != Match.Visibility.PUBLIC:
        return
    taken = {one for seat in seats for one in (seat.user_id, seat.starter_id) if one}
    unwelcome = taken.union(*(kept_from(one) for one in players))
    with suppress(Throttled):
        throttle_one(person_key(user.pk), "find", limit=TELLS, seconds=TELLS_SECONDS)
        for player in players:
            found = hearers_of(player).exclude(pk__in=unwelcome)
            if match.club_id is not None:
                found = found.filter(memberships__club=match.club_id)
            offer_tell(match, by=player, to=found[:MOST_TOLD])
