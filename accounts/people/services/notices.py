"""Telling people something, in the page: sent, read, withdrawn. Every change rings their pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from accounts.models import User
from accounts.people.models import Notice
from accounts.people.push import ring_person

KEPT = 200


@transaction.atomic
def notice_send(
    *, user: User, kind: str, subject: str, text: str, args: dict[str, Any], url: str = ""
) -> Notice:
    """Tell somebody something; what was said of the same subject before is replaced.

    While the very same is unread, saying it again rings nobody.

    `text` is a gettext key, `args` its names; {"translate": key} stands for a word to translate.
    """
    said = {"text": text, "args": args, "url": url}
    unread = Notice.objects.filter(user=user, kind=kind, subject=subject, read_at=None, **said)
    if (same := unread.first()) is not None:
        return same
    notice, _ = Notice.objects.update_or_create(
        user=user,
        kind=kind,
        subject=subject,
        defaults={**said, "read_at": None, "mailed_at": None, "created_at": Now()},
    )
    _forget_oldest(user)
    ring_person(user.pk, notice=notice.pk)
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
    """Tell many people the same, in one statement; what was said of the subject is replaced."""
    said = {"kind": kind, "subject": subject, "text": text, "args": args, "url": url}
    people = sorted({user.pk for user in users})
    notices = Notice.objects.bulk_create(
        [Notice(user_id=pk, created_at=Now(), read_at=None, **said) for pk in people],
        update_conflicts=True,
        unique_fields=["user", "kind", "subject"],
        update_fields=["text", "args", "url", "created_at", "read_at", "mailed_at"],
    )
    for notice in notices:
        ring_person(notice.user_id, notice=notice.pk)


def _forget_oldest(user: User) -> None:
    surplus = Notice.objects.filter(user=user).order_by("-created_at", "-pk")[KEPT:]
    Notice.objects.filter(pk__in=list(surplus.values_list("pk", flat=True))).delete()


@transaction.atomic
def notices_read(*, user: User, pk: int | None = None) -> int:
    """Mark one notice, or all of them, as read; return how many were not."""
    unread = Notice.objects.filter(user=user, read_at__isnull=True)
    if pk is not None:
        unread = unread.filter(pk=pk)
    count = unread.update(read_at=Now())
    if count:
        ring_person(user.pk)
    return count


@transaction.atomic
def notices_withdraw(
    *,
    subject: str | Collection[str],
    kind: str = "",
    text: str = "",
    user: User | None = None,
    no: int | None = None,
) -> None:
    """Take back what no longer matters: of one or some subjects, of a kind or all, to one or all.

    With `text`, only where that is what was said; with `no`, only what was said of that number.
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
        found = found.filter(user=user)
    told = set(found.values_list("user_id", flat=True))
    if told:
        found.delete()
    for user_id in told:
        ring_person(user_id)
