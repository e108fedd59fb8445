"""Call people's devices when it is their turn, and take it back when it no longer is.

A message says whose turn it is and where, never a card or a count. None is sent while a page of
the match is visible somewhere (`Seat.looked_at`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import (
    CharField,
    DateTimeField,
    Exists,
    ExpressionWrapper,
    F,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Cast, Concat, Substr
from django.urls import reverse
from django.utils.translation import gettext

from accounts.devices.models import Device, Push
from accounts.devices.services.push import one_at_a_time, push_send, pushes_withdraw
from accounts.mail import language_of
from accounts.models import User
from games.matches.clock import database_now
from games.matches.models import Match, Seat
from games.matches.phrases import listing
from games.matches.presenters import seat_names
from games.matches.selectors import of_known_rules
from games.matches.services.turn_mail import LONG_TURN_SECONDS

TAG = "match:"
TURN, LATE = "turn", "late"
"""What a message is about: a turn that has begun, and one whose time is running out."""
A_DAY = timedelta(days=1)
LOOKING = timedelta(seconds=15)
"""A page reports every few seconds that it is visible; after this silence nobody looks at it."""
AFTER = timedelta(seconds=3)
"""A turn younger than this may be played from a page that is just opening."""
REMIND_AT = 0.1
"""The reminder is due when this fraction of a long turn is left."""
BATCH = 100


@one_at_a_time
def turn_pushes_send() -> int:
    """Queue the messages that are due, and withdraw those of turns that ended; return how many."""
    pushes_withdraw(found=_over())
    now = database_now()
    due = [(seat, TURN) for seat in _new_turns(now)] + [(seat, LATE) for seat in _reminders(now)]
    for seat, mark in due:
        _queue(seat, mark)
    return len(due)


def tables_waiting(user: User) -> int:
    """Return at how many running matches it is the person's turn."""
    return _awaited().filter(user=user).count()


def _awaited() -> QuerySet[Seat]:
    """Return the seats of people who are to act in running matches."""
    return Seat.objects.filter(
        of_known_rules("match__"),
        match__status=Match.Status.RUNNING,
        match__paused_at=None,
        match__without_clock=False,
        match__to_act=F("number"),
        stand_in="",
        user__is_active=True,
    )


def _with_device(now: datetime) -> QuerySet[Seat]:
    """Return the awaited seats whose people have a device, want calls and look at no page of it."""
    return _awaited().filter(
        Q(user__preferences=None) | Q(user__preferences__push_turns=True),
        Q(looked_at=None) | Q(looked_at__lt=now - LOOKING),
        Exists(Device.objects.logged_in().filter(user=OuterRef("user"))),
        match__turn_started_at__lt=now - AFTER,
    )


def _told(mark: str = "") -> Exists:
    """Return whether a seat's person was told of this turn; with `mark`, in that message."""
    version = Cast(OuterRef("match__version"), CharField())
    return Exists(
        Push.objects.filter(
            device__user=OuterRef("user"),
            tag=Concat(Value(TAG), OuterRef("match__code")),
            about__startswith=Concat(version, Value(f":{mark}")),
        )
    )


def _new_turns(now: datetime) -> QuerySet[Seat]:
    """Return the seats whose people were not told of their turn yet."""
    return _few(_with_device(now).filter(~_told()))


def _reminders(now: datetime) -> QuerySet[Seat]:
    """Return the seats whose people are due the one reminder of a long turn."""
    a_part = F("match__turn_seconds") * Value(REMIND_AT * timedelta(seconds=1))
    late = ExpressionWrapper(Value(now) + a_part, DateTimeField())
    long = _with_device(now).filter(
        match__turn_seconds__gte=LONG_TURN_SECONDS,
        match__deadline_at__gt=now,
        match__deadline_at__lte=late,
    )
    return _few(long.filter(_told(), ~_told(LATE)))


def _few(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    return seats.select_related("match", "user").order_by("match_id")[:BATCH]


def _queue(seat: Seat, mark: str) -> None:
    """Queue a message in its reader's language."""
    match, user = seat.match, seat.user
    assert user is not None
    with language_of(user):
        game = gettext(match.rules.meta.title)
        names = seat_names(list(match.seats.order_by("number")))
        others = listing(name for at, name in enumerate(names) if at != seat.number)
        title = gettext("Your turn in %(game)s") if mark == TURN else gettext("Hurry: %(game)s")
        push_send(
            user=user,
            tag=f"{TAG}{match.code}",
            title=title % {"game": game},
            body=gettext("Against %(others)s") % {"others": others},
            url=reverse("matches:match", args=[match.code]),
            about=f"{match.version}:{mark}",
            lasts=_lasts(match),
        )


def _lasts(match: Match) -> timedelta:
    """Return how long a call is worth delivering: until the turn's time is up, at most a day."""
    if match.deadline_at is None:
        return A_DAY
    return max(min(match.deadline_at - database_now(), A_DAY), timedelta(minutes=1))


def _over() -> QuerySet[Push]:
    """Return the messages about turns that have ended."""
    code, version = Substr(OuterRef("tag"), len(TAG) + 1), Cast("match__version", CharField())
    same = _awaited().filter(user=OuterRef("device__user"), match__code=code)
    turn = same.alias(turn=Concat(version, Value(":"))).filter(
        turn=Func(OuterRef("about"), Value("[a-z]*$"), Value(""), function="regexp_replace")
    )
    return Push.objects.filter(~Exists(turn), tag__startswith=TAG)
