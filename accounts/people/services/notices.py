"""Sends, marks as read and withdraws notices. Every change notifies the person's open pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from accounts.models import User
from accounts.people.models import Notice
from accounts.people.push import notify_person

KEPT = 200
UNTOLD: dict[str, None] = {"read_at": None, "mailed_at": None, "pushed_at": None}
"""A new or replaced notice: neither read, mailed nor pushed."""


@transaction.atomic
def notice_send(
    *, user: User, kind: str, subject: str, text: str, args: dict[str, Any], url: str = ""
) -> Notice:
    """Send a notice, replacing an earlier one about the same subject.

    Nothing is pushed if the identical notice is still unread.

    `text` is a gettext key, `args` its values; {"translate": key} stands for a word to translate.
    """
    said = {"text": text, "args": args, "url": url}
    unread = Notice.objects.filter(user=user, kind=kind, subject=subject, read_at=None, **said)
    if (same := unread.first()) is not None:
        return same
    notice, _ = Notice.objects.update_or_create(
        user=user,
        kind=kind,
        subject=subject,
        defaults={**said, "created_at": Now(), **UNTOLD},
    )
    _forget_oldest(user)
    notify_person(user.pk, notice=notice.pk)
    return notice


@transaction.atomic
def notices_send(
    *,
    users: Iterable[User],
    kind: str,
    subject: str,
    text: str,
    args: dict[str, Any],
    url: str = "",
) -> None:
    """Send many people the same notice, in one statement; replaces those about the subject."""
    said = {"kind": kind, "subject": subject, "text": text, "args": args, "url": url}
    people = sorted({user.pk for user in users})
    notices = Notice.objects.bulk_create(
        [Notice(user_id=pk, created_at=Now(), read_at=None, **said) for pk in people],
        update_conflicts=True,
        unique_fields=["user", "kind", "subject"],
        update_fields=["text", "args", "url", "created_at", *UNTOLD],
    )
    for notice in notices:
        notify_person(notice.user_id, notice=notice.pk)


def _forget_oldest(user: User) -> None:
    surplus = Notice.objects.filter(user=user).order_by("-created_at", "-pk")[KEPT:]
    Notice.objects.filter(pk__in=list(surplus.values_list("pk", flat=True))).delete()


@transaction.atomic
def notices_read(*, user: User, pk: int | None = None) -> int:
    """Mark one notice, or all of them, as read; return how many were unread."""
    unread = Notice.objects.filter(user=user, read_at__isnull=True)
    if pk is not None:
        unread = unread.filter(pk=pk)
    count = unread.update(read_at=Now())
    if count:
        notify_person(user.pk)
    return count


@transaction.atomic
def notices_withdraw(
    *,
    subject: str | Collection[str],
    kind: str = "",
    text: str = "",
    user: User | Collection[User] | None = None,
    no: int | None = None,
) -> None:
    """Withdraw notices about one or more subjects, of one kind or all, to some people or all.

    `text` and `no` narrow this to notices with that text, or with that number.
    """
    subjects = [subject] if isinstance(subject, str) else subject
    found = Notice.objects.filter(subject__in=subjects)
    if kind:
        found = found.filter(kind=kind)
    if text:
        found = found.filter(text=text)
    if no is not None:
        found = found.filter(args__no=no)
    if user is not None:
        found = found.filter(user__in=[user] if isinstance(user, User) else user)
    told = set(found.values_list("user_id", flat=True))
    if told:
        found.delete()
    for user_id in told:
        notify_person(user_id)
