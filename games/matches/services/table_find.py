"""Seat a person with others who want the same game and length: at a fitting table, or a new one.

All who want the same game take one lock in turn, so that two of them never open a table each.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from zlib import crc32

from django.db import connection, transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.locking import lock_person
from accounts.people.selectors import hearers_of, kept_from
from accounts.throttle import Throttled, person_key, throttle_one
from games.engine.contract import Refusal
from games.engine.options import complete_options, length_options
from games.matches.invitations import looking_tell
from games.matches.labels import LENGTHS, usual_seats
from games.matches.models import (
    DEFAULT_RESERVE_SECONDS,
    DEFAULT_TURN_SECONDS,
    Match,
    Seat,
)
from games.matches.refusals import refuse
from games.matches.selectors import searches_of
from games.matches.services.locking import lock_match, seats_of
from games.matches.services.table_create import game_rules, own_table_open
from games.matches.services.table_seats import search_go_on, seat_take, table_stand

TERMS: dict[str, Any] = {
    "visibility": Match.Visibility.PUBLIC,
    "rated": True,
    "turn_seconds": DEFAULT_TURN_SECONDS,
    "reserve_seconds": DEFAULT_RESERVE_SECONDS,
}
MOST_TOLD = 100
TAKE_TURN = """
    SET LOCAL lock_timeout = '20s'; SET LOCAL statement_timeout = '20s';
    SELECT pg_advisory_xact_lock(%(game)s);
    SET LOCAL lock_timeout = DEFAULT; SET LOCAL statement_timeout = DEFAULT
"""

TELLS, TELLS_SECONDS = 3, 600
"""How often, in which time, people are told of one person's searches."""


def table_find(*, user: Any, game: str, length: str = "quick") -> Match:
    """Seat `user` at the fullest fitting table, or open a search; return the table.

    Somebody who already waits at such a table stays there; a search for something else is left
    first, unless it is about to begin: then that one is returned. Raises MatchRefusal.
    """
    wanted = _wanted(game, length)
    while True:
        for other in searches_of(user).filter(status=Match.Status.OPEN).exclude(wanted):
            with suppress(Refusal):  # it is about to begin
                table_stand(code=other.code, user=user)
        with suppress(_Elsewhere):
            match, is_new = _find(user, game, length, wanted)
            break
    if is_new:
        _tell(match.code, user)
    return match


class _Elsewhere(Exception):
    """Another request of the same person has just found them a seat in another search."""


def _wanted(game: str, length: str) -> Q:
    """Return the filter for tables on the button's terms: the usual ones, with this length."""
    meta = game_rules(game).meta
    seats = usual_seats(meta)
    if length not in LENGTHS:
        raise refuse("no_such_length")
    return Q(
        **TERMS,
        game=game,
        ruleset=meta.ruleset,
        seat_count=seats,
        options=complete_options(meta, seats, length_options(meta, seats, length)),
        club=None,
        arranged=False,
        steady_only=False,
        without_clock=False,
        guests_may_join=False,
        on_absence=Match.Absence.RESIGN,
    )


@transaction.atomic
def _find(user: Any, game: str, length: str, wanted: Q) -> tuple[Match, bool]:
    """Return the table at which `user` now sits, and whether it is new; raises _Elsewhere."""
    lock_person(user)
    if (own := _own(user, wanted)) is not None:
        return own, False
    fitting = _fitting(user, wanted)
    _take_turn(game)
    for code in fitting.values_list("code", flat=True):
        match = lock_match(code)
        seats = seats_of(match)
        free = next((seat for seat in seats if not seat.is_taken), None)
        if match.status == Match.Status.OPEN and free is not None:  # nobody came from the lobby
            return seat_take(match, seats, free, user), False
    count = usual_seats(game_rules(game).meta)
    terms = {"options": {}, "length": length, "is_search": True, **TERMS}
    match = own_table_open(owner=user, game=game, seats=count, **terms)
    search_go_on(match, seats_of(match))
    match.save(update_fields=["deadline_at"])
    return match, True


def _take_turn(game: str) -> None:
    """Wait for the others who look for this game; the lock lasts until the transaction ends.

    Everybody waits in one line, longer than for other locks, since giving up would cost more.
    """
    with connection.cursor() as cursor:
        cursor.execute(TAKE_TURN, {"game": crc32(f"find {game}".encode())})


def _own(user: Any, wanted: Q) -> Match | None:
    """Return the table at which `user` waits already; raises _Elsewhere for another search."""
    starting = Q(status=Match.Status.STARTING)
    if (own := searches_of(user).filter(wanted | starting).first()) is not None:
        return own
    if searches_of(user).exists():
        raise _Elsewhere
    free = Seat.objects.filter(match=OuterRef("pk"), name="")
    waiting = Match.objects.filter(wanted, status__in=[Match.Status.OPEN, Match.Status.STARTING])
    return waiting.filter(~Exists(free), seats__user=user).first()


def _fitting(user: Any, wanted: Q) -> QuerySet[Match]:
    """Return the tables of people at which `user` may sit, the fullest first.

    They are searches, and tables at which everybody is ready and only one more is missing.
    """
    seats = Seat.objects.filter(match=OuterRef("pk"))
    taken = seats.exclude(name="")
    waits_for_one = Q(free=1) & ~Exists(taken.filter(Q(seat_commitment="") | Q(is_away=True)))
    found = Match.objects.filter(
        wanted,
        Exists(taken),
        ~Exists(seats.exclude(bot="")),
        ~Exists(seats.filter(user__in=kept_from(user))),
        status=Match.Status.OPEN,
    ).exclude(turned_away__user=user)
    free = found.annotate(free=Count("seats", filter=Q(seats__name="")))
    return free.filter(Q(is_search=True) | waits_for_one, free__gt=0).order_by("free", "pk")


@transaction.atomic
def _tell(code: str, user: Any) -> None:
    """Tell those who wish it that `user` looks for players, unless the table is full already."""
    match = lock_match(code)
    is_free = any(not seat.is_taken for seat in seats_of(match))
    if match.status == Match.Status.OPEN and is_free:
        with suppress(Throttled):
            throttle_one(person_key(user.pk), "find", limit=TELLS, seconds=TELLS_SECONDS)
            looking_tell(match, by=user, to=hearers_of(user)[:MOST_TOLD])
