"""Letting guests in, giving their matches to an account, and deleting them."""

from __future__ import annotations

import secrets

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.guests.models import GuestPolicy
from accounts.guests.refusals import GuestRefused
from accounts.leaving import LeaveRefused
from accounts.models import User
from accounts.names import GUEST, normal_name, validate_name
from accounts.registry import guest_claimed, person_leaves
from accounts.throttle import Throttled, throttle_one

LONGEST = 20
HOUR = 3600
MOST_AN_HOUR_HERE, MOST_AN_HOUR = 20, 1000
"""New guests an hour from one network, and in all."""
BATCH = 200


def guests_are_open() -> bool:
    """Tell whether guests are let in."""
    return not GuestPolicy.objects.filter(is_open=False).exists()


def guests_switch(*, by: User, is_open: bool) -> None:
    """Let guests in, or no more; those who play may finish."""
    values = {"is_open": is_open, "changed_by": by, "changed_at": Now()}
    GuestPolicy.objects.update_or_create(pk=1, defaults=values)


def guest_make(*, network: str, name: str | None = None) -> User:
    """Create a guest called `guest-<name>`, or by a number; raises GuestRefused.

    `network` is the client's, as `accounts.throttle.who` returns it, to limit new guests by it.
    """
    if not guests_are_open():
        raise GuestRefused("guests_off")
    wanted = f"{secrets.randbelow(9000) + 1000}" if name is None else _checked(name)
    try:
        throttle_one(network, "guest", limit=MOST_AN_HOUR_HERE, seconds=HOUR)
        throttle_one("all", "guest", limit=MOST_AN_HOUR, seconds=HOUR)
    except Throttled:
        raise GuestRefused("too_many_guests") from None
    guest = User(is_guest=True)
    guest.set_unusable_password()
    _save_as(guest, f"{GUEST}{wanted}")
    return guest


def _checked(name: str) -> str:
    """Return a chosen name in normal form; raises GuestRefused."""
    normal = normal_name(name.strip())
    try:
        validate_name(normal)
    except ValidationError:
        raise GuestRefused("bad_guest_name") from None
    if len(normal) > LONGEST:
        raise GuestRefused("bad_guest_name")
    return normal


def _save_as(guest: User, name: str) -> None:
    """Save a new guest under a name, with a number behind it if somebody is called so already."""
    guest.username = name
    while True:
        try:
            with transaction.atomic():
                guest.save(force_insert=True)
            return
        except IntegrityError:
            if not User.objects.filter(username__iexact=guest.username).exists():
                raise
            guest.username = f"{name}-{secrets.randbelow(9000) + 1000}"


@transaction.atomic
def guest_claim(*, guest: User, account: User) -> None:
    """Give a guest's matches to an account of the same browser, and delete the guest."""
    guest_claimed(guest, account)
    guest.delete()


def guests_forget(guests: QuerySet[User]) -> int:
    """Delete guests; return how many. One who still plays stays until the match ends."""
    gone = 0
    for guest in guests.order_by("pk")[:BATCH]:
        try:
            with transaction.atomic():
                person_leaves(guest)
                guest.delete()
        except LeaveRefused:
            continue  # its clock ends the match
        gone += 1
    return gone
