"""Change who is at an open table: sit down, stand up, add and remove bots, invite."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from accounts.locking import lock_person
from accounts.people.selectors import is_blocked, kept_from
from accounts.registry import Hook
from accounts.selectors import PersonNotFound, person_called
from games.engine.fairness import seat_commitment_of
from games.matches.clock import database_now
from games.matches.history import staying_of
from games.matches.invitations import invitation_tell, invitations_withdraw, looking_withdraw
from games.matches.labels import bot_name
from games.matches.models import Invitation, Match, Seat
from games.matches.notify import announce
from games.matches.refusals import refuse
from games.matches.selectors import searches_of
from games.matches.services.locking import lock_match, seat_of, seats_of, touch
from games.matches.services.secret import contribution_draw

REVEAL = timedelta(seconds=30)
SEARCH = timedelta(seconds=20)
"""How long a search waits for people before bots join."""
READY_CHECK = timedelta(seconds=15)
"""How long a full search gives each step of its start: getting ready, and revealing."""

seats_changing: Hook[[Match, Any, str, int | None], None] = Hook()
"""Called with the user, the verb and the seat's number, before somebody sits down, stands up, adds
or removes a bot or frees another's seat at an open table. Raising a Refusal forbids it."""


def seat_give_user(seat: Seat, user: Any) -> None:
    """Seat a person in an empty seat of a locked table."""
    seat.user, seat.bot, seat.name = user, "", user.get_username()
    seat.own_face = user.face
    seat.seat_commitment = seat.contribution = ""
    seat.joined_at = database_now()
    seat.save()


def seat_give_bot(match: Match, seat: Seat, bot: str) -> None:
    """Seat a bot; the server draws its part of the shuffle at once."""
    if bot not in match.rules.bots:
        raise refuse("no_such_bot")
    seat.user, seat.bot, seat.name = None, bot, _free_name(match, seat, bot)
    seat_commit_bot(match, seat)
    seat.save()


def _free_name(match: Match, seat: Seat, bot: str) -> str:
    """Return the bot's name, numbered if others at the table have it already."""
    others = match.seats.filter(bot=bot).exclude(pk=seat.pk)
    taken = set(others.values_list("name", flat=True))
    names = (bot_name(match.game, bot, number) for number in count(1))
    return next(name for name in names if name not in taken)


def seat_commit_bot(match: Match, seat: Seat) -> None:
    """Draw a bot's contribution and commit to it, for the secret in force."""
    seat.contribution = contribution_draw()
    seat.seat_commitment = seat_commitment_of(
        match.code, seat.number, match.commitment, seat.contribution
    )


def seat_clear(seat: Seat) -> None:
    """Empty a seat."""
    seat.user, seat.bot, seat.name, seat.own_face = None, "", "", ""
    seat.seen_at, seat.is_away = None, False
    seat.seat_commitment = seat.contribution = ""
    seat.save()


def lock_open_table(code: str) -> tuple[Match, list[Seat]]:
    """Lock a table that people may still join or leave; return it with its seats."""
    match = lock_match(code)
    if match.status != Match.Status.OPEN:
        raise refuse("not_open")
    match.touched_at = Now()
    return match, seats_of(match)


def lock_own_table(code: str, user: Any) -> tuple[Match, list[Seat]]:
    """Lock an open table as its owner, refusing anyone else; a search belongs to nobody."""
    match, seats = lock_open_table(code)
    if match.owner_id != user.pk or match.is_search:
        raise refuse("not_owner")
    return match, seats


def reveal_begin_if_ready(match: Match, seats: list[Seat]) -> None:
    """Ask all seats of a locked table to reveal once all have committed; the caller saves."""
    if all(seat.is_ready for seat in seats):
        match.status = Match.Status.STARTING
        match.deadline_at = database_now() + (READY_CHECK if match.is_search else REVEAL)


def search_go_on(match: Match, seats: list[Seat]) -> None:
    """Set when a search's bots join, or its ready check ends; the caller saves.

    A table that bots have joined is past waiting for people: the next bot comes right away.
    """
    if match.status != Match.Status.OPEN:
        match.deadline_at = None
        return
    waits = timedelta() if any(seat.bot for seat in seats) else SEARCH
    is_full = all(seat.is_taken for seat in seats)
    match.deadline_at = database_now() + (READY_CHECK if is_full else waits)


def _check_search(match: Match, seats: list[Seat], user: Any) -> None:
    """Refuse a search's seat to a person in another one, or blocked from one of its people."""
    if searches_of(user).exclude(pk=match.pk).exists():
        raise refuse("already_searching")
    if kept_from(user) & {seat.user_id for seat in seats}:
        raise refuse("blocked")


def check_steady(match: Match, user: Any) -> None:
    """Refuse a seat to habitual leavers, unless they own the table or are invited to it."""
    is_asked = match.owner_id == user.pk or match.invitations.filter(user=user).exists()
    if not is_asked and not staying_of(user).is_steady:
        raise refuse("not_steady")


def seat_numbered(seats: list[Seat], number: int) -> Seat:
    """Return the seat with a number that a client sent, refusing an unknown one."""
    if type(number) is not int or not 0 <= number < len(seats):
        raise refuse("no_such_seat")
    return seats[number]


def table_changed(match: Match, *fields: str) -> Match:
    """Save a change that somebody made at a locked table, and notify its pages."""
    touch(match, "touched_at", *fields)
    announce(match, lobby=True)
    return match


@transaction.atomic
def table_sit(*, code: str, user: Any, number: int | None = None) -> Match:
    """Seat `user` in seat `number`, or in the first empty one.

    Somebody already seated moves. Raises MatchRefusal if the seat is taken or the table is no
    longer open. The caller has passed `access_match`.
    """
    lock_person(user)  # lest two requests of theirs take seats in two searches
    match, seats = lock_open_table(code)
    seats_changing(match, user, "sit", number)
    if user.is_guest and not match.guests_may_join:
        raise refuse("no_guests")
    if match.is_search:
        _check_search(match, seats, user)
    if match.turned_away.filter(user=user).exists():
        raise refuse("turned_away")
    if match.steady_only:
        check_steady(match, user)
    if number is None:
        seat = next((s for s in seats if not s.is_taken), None)
        if seat is None:
            raise refuse("seat_taken")
    else:
        seat = seat_numbered(seats, number)
    if seat.is_taken:
        raise refuse("already_seated" if seat.user_id == user.pk else "seat_taken")
    for old in seats:
        if old.user_id == user.pk:
            seat_clear(old)
    return seat_take(match, seats, seat, user)


def seat_take(match: Match, seats: list[Seat], seat: Seat, user: Any) -> Match:
    """Seat `user` in a free seat of a locked open table; the last seat of a search ends it."""
    seat_give_user(seat, user)
    invitations_withdraw(match, to=user)
    if match.owner_id is None:
        match.owner = user
        match.save(update_fields=["owner"])
    if match.is_search and all(seat.is_taken for seat in seats):
        search_go_on(match, seats)
        looking_withdraw(match)
    return table_changed(match, "deadline_at")


@transaction.atomic
def table_stand(*, code: str, user: Any) -> Match:
    """Free the seat of `user`.

    If the owner leaves, the next person at the table becomes its owner; a table without people
    closes.
    """
    match, seats = lock_open_table(code)
    seats_changing(match, user, "stand", None)
    seat_clear(seat_of(seats, user))
    return table_left(match, seats, user)


def table_left(match: Match, seats: list[Seat], user: Any) -> Match:
    """Hand over or close a locked table whose seat `user` has just left."""
    people = [seat for seat in seats if seat.user_id is not None]
    if not people:
        match.status = Match.Status.CLOSED
        invitations_withdraw(match)
    elif match.owner_id == user.pk:
        match.owner_id = people[0].user_id
    was_full = sum(not seat.is_taken for seat in seats) == 1
    if match.is_search and (was_full or not people):
        search_go_on(match, seats)
    match.save(update_fields=["status", "owner", "deadline_at"])
    return table_changed(match)


@transaction.atomic
def table_add_bot(*, code: str, user: Any, bot: str, number: int | None = None) -> Match:
    """Seat a bot in an empty seat; only the owner may.

    Bots are ready at once, so this may complete a table of ready people.
    """
    match, seats = lock_own_table(code, user)
    seats_changing(match, user, "add_bot", number)
    if number is None:
        number = next((s.number for s in seats if not s.is_taken), -1)
    seat = seat_numbered(seats, number) if number != -1 else None
    if seat is None or seat.is_taken:
        raise refuse("seat_taken")
    seat_give_bot(match, seat, bot)
    reveal_begin_if_ready(match, seats)
    return table_changed(match, "status", "deadline_at")


@transaction.atomic
def table_remove_bot(*, code: str, user: Any, number: int) -> Match:
    """Remove a bot; only the owner may."""
    match, seats = lock_own_table(code, user)
    seats_changing(match, user, "remove_bot", number)
    seat = seat_numbered(seats, number)
    if not seat.bot:
        raise refuse("not_a_bot")
    seat_clear(seat)
    return table_changed(match)


@transaction.atomic
def table_invite(*, code: str, user: Any, username: str) -> Match:
    """Let the person called `username` see and join a private table, and notify them."""
    match, _ = lock_own_table(code, user)
    if user.is_guest:
        raise refuse("no_guests")
    try:
        invited = person_called(username)
    except PersonNotFound:
        raise refuse("no_such_person") from None
    if is_blocked(user, invited):
        raise refuse("blocked")
    Invitation.objects.get_or_create(match=match, user=invited)
    match.turned_away.filter(user=invited).delete()
    if invited != user:
        invitation_tell(match, by=user, to=invited)
    return table_changed(match)
