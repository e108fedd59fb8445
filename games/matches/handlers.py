"""Update tables and matches when somebody leaves the site, is barred or renamed, or was a guest."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from accounts.leaving import FORMER, LeaveRefused
from accounts.models import User
from games.engine.contract import Refusal
from games.matches.models import Match, Seat, held_by
from games.matches.notify import announce
from games.matches.services.locking import lock_match, touch
from games.matches.services.match_start import seat_unready
from games.matches.services.table_seats import table_stand

BEFORE_START = (Match.Status.OPEN, Match.Status.STARTING)
SHOWN_LIVE = (*BEFORE_START, Match.Status.RUNNING)


def person_leaves(user: User) -> None:
    """Leave open tables and erase the name from past seats; raises LeaveRefused during a match."""
    mine, begun = Seat.objects.filter(user=user).select_related("match"), _begun(user)
    if Seat.objects.filter(held_by(user), match__status=Match.Status.RUNNING).exists():
        raise LeaveRefused("match_running")
    for seat in mine.filter(match__status__in=BEFORE_START):
        _leave_table(seat.match, user)
    mine.update(name=FORMER, own_face="")
    begun.update(starter_name=FORMER, starter_face="")


def _begun(user: User) -> QuerySet[Seat]:
    """Return the seats that substitutes took over from a person."""
    return Seat.objects.filter(starter=user)


def _leave_table(match: Match, user: User) -> None:
    """Free a seat. A seat assigned by an event is only unreadied: its director may reassign it.

    A table whose match is about to begin counts as a match.
    """
    leave = seat_unready if match.arranged else table_stand
    try:
        leave(code=match.code, user=user)
    except Refusal:
        raise LeaveRefused("match_running") from None


def person_barred(user: User, until: datetime | None) -> None:
    """Leave open tables; an event's tables are released by the event.

    A running match goes on as if the person were away: their time runs out.
    """
    mine = Seat.objects.filter(user=user, match__status=Match.Status.OPEN, match__arranged=False)
    for code in mine.order_by("match__code").values_list("match__code", flat=True):
        with suppress(Refusal):  # the match is about to begin
            table_stand(code=code, user=user)


def person_renamed(user: User, old: str) -> None:
    """Write the new name on the person's seats, and notify pages that show it now.

    Call inside `transaction.atomic()`.
    """
    _seats_rewrite(Seat.objects.filter(user=user, name=old), name=user.username)
    _seats_rewrite(_begun(user).filter(starter_name=old), starter_name=user.username)


def face_changed(user: User) -> None:
    """Show the new face on the person's seats, and on pages that show them now.

    Call inside `transaction.atomic()`.
    """
    _seats_rewrite(Seat.objects.filter(user=user), own_face=user.face)
    _seats_rewrite(_begun(user), starter_face=user.face)


def _seats_rewrite(mine: QuerySet[Seat], **values: str) -> None:
    live = mine.filter(match__status__in=SHOWN_LIVE).order_by("match__code")
    matches = [lock_match(code) for code in live.values_list("match__code", flat=True)]
    mine.update(**values)
    for match in matches:
        touch(match)
        announce(match, lobby=True)


def guest_claimed(guest: User, account: User) -> None:
    """Give a guest's seats and matches to an account, unless that sits in the same match already.

    Call inside `transaction.atomic()`.
    """
    Match.objects.filter(owner=guest).update(owner=account)
    sits = Exists(Seat.objects.filter(held_by(account), match=OuterRef("match")))
    held = Seat.objects.filter(~sits, held_by(guest)).order_by("match__code")
    rows = [(seat.pk, seat.match.code, seat.user_id) for seat in held.select_related("match")]
    # the ended ones too: their pages are open, and what is cached of them shows a guest
    matches = [lock_match(code) for _, code, _ in rows]
    own = {pk for pk, _, holder in rows if holder == guest.pk}
    name, face = account.username, account.face
    Seat.objects.filter(pk__in=own).update(user=account, name=name, own_face=face)
    begun = Seat.objects.filter(pk__in={pk for pk, _, _ in rows} - own)
    begun.update(starter=account, starter_name=name, starter_face=face)
    for match in matches:
        touch(match)
        announce(match, lobby=True)
