"""Queues messages to a person's devices, and withdraws them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from zlib import crc32

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.devices.models import Device, Push
from accounts.devices.push_services import must_show
from accounts.models import User

DAY = timedelta(days=1)


def one_at_a_time(job: Callable[[], int]) -> Callable[[], int]:
    """Run a job in a transaction, in one process at a time; elsewhere it returns 0 at once.

    Two processes that queued the same message would show it twice.
    """
    number = crc32(f"{job.__module__}.{job.__qualname__}".encode())

    @wraps(job)
    @transaction.atomic
    def alone() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
            is_mine = cursor.fetchone()[0]
        return job() if is_mine else 0

    return alone


def push_send(
    *,
    user: User,
    tag: str,
    title: str,
    body: str,
    url: str,
    about: str = "",
    lasts: timedelta = DAY,
) -> None:
    """Queue a message to all of a person's logged-in devices, replacing an earlier `tag`.

    `title` and `body` are in the person's language already. The push service drops the message if
    it can't deliver it within `lasts`.
    """
    devices = Device.objects.logged_in().filter(user=user)
    Push.objects.bulk_create(
        [
            Push(
                device=device,
                tag=tag,
                about=about,
                title=title,
                body=body,
                url=url,
                created_at=Now(),
                expires_at=Now() + lasts,
                due_at=Now(),
            )
            for device in devices.order_by("pk")
        ],
        update_conflicts=True,
        unique_fields=["device", "tag"],
        update_fields=[
            *("about", "title", "body", "url", "is_withdrawal"),
            *("created_at", "expires_at", "due_at", "sent_at"),
        ],
    )


def pushes_withdraw(*, found: QuerySet[Push]) -> None:
    """Withdraw messages: delete those not sent yet, and have devices take back the others.

    Apple's devices would have to show something for it; they drop the message when they next open
    a page of the site.
    """
    for push in found.filter(is_withdrawal=False).select_related("device"):
        if push.sent_at is None or must_show(push.device.endpoint):
            push.delete()
        else:
            Push.objects.filter(pk=push.pk, sent_at=push.sent_at).update(
                is_withdrawal=True, due_at=Now(), expires_at=Now() + DAY, sent_at=None
            )
