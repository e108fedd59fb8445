"""Delivers queued messages to clubs' webhooks, signed after the Standard Webhooks specification.

The log names a receiver's host but never its URL, which may hold a secret.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from standardwebhooks import Webhook as Signer

from accounts.clubs.models import Club, Delivery, Webhook
from accounts.clubs.services.membership import club_hold_as_owner
from accounts.clubs.services.webhook import webhook_changed, webhook_of
from accounts.clubs.webhook_events import TEST, body_of
from accounts.clubs.webhook_faults import TURNED_OFF
from accounts.outbound import Answer, post
from accounts.outbox import claim, pause_after, send_all

logger = logging.getLogger(__name__)

BATCH = 40
MOST_TRIES = 8
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=6)
PAUSES_GROW = 4
"""So the eighth attempt comes some 15 hours after the first."""
GIVEN_UP_AFTER = timedelta(days=5)
GONE = 410
"""The receiver asks for no more messages."""
FORMER_LASTS = timedelta(days=1)


def webhooks_deliver() -> int:
    """Deliver the messages that are due; return how many were accepted."""
    letters = [*_letters(claim(_due(), most=BATCH))]
    answers = send_all(lambda letter: _post(*letter), letters)
    for (delivery, _), answer in zip(letters, answers, strict=True):
        _note(delivery, answer)
    return sum(answer.is_accepted for answer in answers)


def _due() -> QuerySet[Delivery]:
    """Return the oldest due message of each webhook: a slow receiver holds one thread alone."""
    due = Delivery.objects.filter(due_at__lte=Now(), webhook__disabled_at=None)
    earlier = due.filter(webhook=OuterRef("webhook"), pk__lt=OuterRef("pk"))
    return due.filter(~Exists(earlier)).select_related("webhook__club")


def _letters(claimed: list[Delivery]) -> Iterator[tuple[Delivery, bytes]]:
    """Yield messages with their bodies; one that can't be written waits for its lease to end."""
    for delivery in claimed:
        try:
            body = _body(delivery)
        except Exception:
            logger.exception("writing to a webhook failed", extra={"delivery": delivery.pk})
            continue
        if body is not None:
            yield delivery, body


def _body(delivery: Delivery) -> bytes | None:
    """Return a message as JSON; delete it if there is nothing to say of its subject any more."""
    data = body_of(delivery.kind, delivery.webhook.club, delivery.subject)
    if data is None:
        delivery.delete()
        return None
    told: dict[str, Any] = {"type": delivery.kind, "timestamp": delivery.created_at, "data": data}
    return DjangoJSONEncoder(separators=(",", ":")).encode(told).encode()


def _post(delivery: Delivery, body: bytes) -> Answer:
    """Sign and post a message; needs no database."""
    webhook, now = delivery.webhook, timezone.now()
    signed = [
        Signer(secret).sign(delivery.message_id, now, body.decode())
        for secret in _secrets(webhook, now)
    ]
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Kibitz",
        "webhook-id": delivery.message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signed),
    }
    return post(webhook.url, body, headers)


def _secrets(webhook: Webhook, now: datetime) -> list[str]:
    if webhook.rotated_at is not None and webhook.rotated_at > now - FORMER_LASTS:
        return [webhook.secret, webhook.former_secret]
    return [webhook.secret]


@transaction.atomic
def _note(delivery: Delivery, answer: Answer) -> None:
    """Record an attempt, plan the next one if it failed, and give up a webhook that is gone.

    A delivery whose webhook was removed meanwhile is gone with it.
    """
    webhook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    if webhook is None:
        return
    delivery.tries += 1
    rests = pause_after(
        delivery.tries, first=FIRST_PAUSE, longest=LONGEST_PAUSE, factor=PAUSES_GROW
    )
    is_last = delivery.kind == TEST or delivery.tries >= MOST_TRIES
    Delivery.objects.filter(pk=delivery.pk).update(
        tries=delivery.tries,
        tried_at=Now(),
        status=answer.status,
        fault=answer.fault,
        due_at=None if answer.is_accepted or is_last else Now() + rests,
    )
    _note_webhook(webhook, answer)


def _note_webhook(webhook: Webhook, answer: Answer) -> None:
    """Record on a locked webhook that it works, or since when it fails."""
    was_disabled, now = webhook.disabled_at, timezone.now()
    if answer.is_accepted:
        webhook.failing_since = webhook.disabled_at = None
    else:
        webhook.failing_since = webhook.failing_since or now
        if answer.status == GONE or webhook.failing_since < now - GIVEN_UP_AFTER:
            webhook.disabled_at = webhook.disabled_at or now
        told = {"receiver": webhook.host, "status": answer.status, "fault": answer.fault}
        logger.warning("a webhook failed", extra=told)
    webhook.save(update_fields=["failing_since", "disabled_at"])
    if webhook.disabled_at is not None:
        waiting = webhook.deliveries.filter(due_at__isnull=False)
        waiting.filter(tries=0).update(fault=TURNED_OFF)
        waiting.update(due_at=None)
    if webhook.disabled_at != was_disabled:
        webhook_changed(webhook)


def webhook_test(*, club: Club, actor: Any, webhook_id: int) -> Answer:
    """Send a webhook a message right away, outside the queue; success turns it on again."""
    with transaction.atomic():
        club_hold_as_owner(club, actor)
        webhook = webhook_of(club, webhook_id)
        delivery = Delivery.objects.create(webhook=webhook, kind=TEST, due_at=None)
    delivery.refresh_from_db()
    body = _body(delivery)
    assert body is not None
    answer = _post(delivery, body)
    _note(delivery, answer)
    return answer
