"""Sends notices to the devices of people who read them nowhere within some seconds."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import BigIntegerField, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Cast, Now, Substr
from django.urls import reverse

from accounts.devices.models import Device, Push
from accounts.devices.services.push import one_at_a_time, push_send, pushes_withdraw
from accounts.mail import language_of
from accounts.people.models import Notice
from accounts.people.words import ANNOUNCEMENT, FAULT, MENTION, notice_text

SWITCHES = {
    "push_tables": ("table",),
    "push_invitations": ("invitation", "partner"),
    "push_rounds": ("event", "judge"),
    "push_announcements": ("news", "club", ANNOUNCEMENT, FAULT),
    "push_mentions": (MENTION,),
}
"""The preference that switches each kind of notice; the other kinds stay on the site."""
AFTER = timedelta(seconds=5)
A_DAY = timedelta(days=1)
BATCH = 100
TAG = "notice:"


@one_at_a_time
def notice_pushes_send() -> int:
    """Queue the notices that are due, and withdraw those read meanwhile; return how many queued."""
    pushes_withdraw(found=_over())
    due = list(_due())
    for notice in due:
        _queue(notice)
    Notice.objects.filter(pk__in=[notice.pk for notice in due]).update(pushed_at=Now())
    return len(due)


def _due() -> QuerySet[Notice]:
    """Return unread notices to people with a device who want their kind."""
    wanted = Q()
    for switch, kinds in SWITCHES.items():
        on = Q(user__preferences=None) | Q(**{f"user__preferences__{switch}": True})
        wanted |= Q(on, kind__in=kinds)
    has_device = Exists(Device.objects.logged_in().filter(user=OuterRef("user")))
    found = Notice.objects.filter(
        wanted,
        has_device,
        read_at=None,
        pushed_at=None,
        created_at__lt=Now() - AFTER,
        created_at__gt=Now() - A_DAY,
        user__is_active=True,
    )
    return found.select_related("user").order_by("created_at", "pk")[:BATCH]


def _queue(notice: Notice) -> None:
    with language_of(notice.user):
        push_send(
            user=notice.user,
            tag=f"{TAG}{notice.pk}",
            title="Kibitz",
            body=notice_text(notice),
            url=reverse("people:notice", args=[notice.pk]),
        )


def _over() -> QuerySet[Push]:
    """Return the messages whose notice was read or withdrawn."""
    number = Cast(Substr("tag", len(TAG) + 1), BigIntegerField())
    pushes = Push.objects.filter(tag__startswith=TAG).annotate(notice=number)
    return pushes.filter(~Exists(Notice.objects.filter(pk=OuterRef("notice"), read_at=None)))
