"""A club's webhooks: adding, rotating the secret, removing; queuing what they are to be told."""

from __future__ import annotations

import base64
import secrets
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club, Delivery, NewsItem, Webhook
from accounts.clubs.refusals import refuse
from accounts.clubs.services.membership import club_hold_as_owner
from accounts.clubs.webhook_events import NEWS_POSTED
from accounts.outbound import OutboundRefused, url_check
from accounts.registry import Hook

MOST = 5
MOST_URL = 500
SECRET_BYTES = 32

webhook_changed: Hook[[Webhook], None] = Hook()
"""Called inside the transaction in which a webhook is given up, works again, or is removed."""


@transaction.atomic
def webhook_add(*, club: Club, actor: Any, url: str) -> Webhook:
    """Add an address; raises ClubRefusal if it can't be called. Its secret is shown this once."""
    club_hold_as_owner(club, actor)
    if len(url) > MOST_URL:
        raise refuse("bad_url")
    try:
        url_check(url)
    except OutboundRefused as refusal:
        raise refuse(refusal.fault) from None
    if club.webhooks.filter(url=url).exists():
        raise refuse("webhook_known")
    if club.webhooks.count() >= MOST:
        raise refuse("too_many_webhooks")
    webhook = Webhook.objects.create(club=club, url=url, secret=_new_secret())
    journal_write(club=club, actor=actor, verb="added_webhook", about=webhook.host)
    return webhook


@transaction.atomic
def webhook_rotate(*, club: Club, actor: Any, webhook_id: int) -> Webhook:
    """Give a webhook a new secret; for a day deliveries carry the old one's signature, too."""
    club_hold_as_owner(club, actor)
    webhook = webhook_of(club, webhook_id)
    webhook.former_secret, webhook.secret = webhook.secret, _new_secret()
    webhook.rotated_at = Now()
    webhook.save(update_fields=["former_secret", "secret", "rotated_at"])
    journal_write(club=club, actor=actor, verb="rotated_webhook", about=webhook.host)
    return webhook


@transaction.atomic
def webhook_remove(*, club: Club, actor: Any, webhook_id: int) -> None:
    """Remove a webhook with its log."""
    club_hold_as_owner(club, actor)
    webhook = webhook_of(club, webhook_id)
    webhook.disabled_at = None
    webhook_changed(webhook)
    webhook.delete()
    journal_write(club=club, actor=actor, verb="removed_webhook", about=webhook.host)


def webhook_of(club: Club, webhook_id: int) -> Webhook:
    """Return one of the club's webhooks, or refuse."""
    webhook = club.webhooks.filter(pk=webhook_id).first()
    if webhook is None:
        raise refuse("no_such_webhook")
    return webhook


def _new_secret() -> str:
    """Return a secret in the form of the Standard Webhooks specification."""
    return f"whsec_{base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()}"


def webhooks_tell(*, club_id: int, kind: str, subject: str) -> None:
    """Queue an event for a club's webhooks; they are told once the transaction has committed."""
    active = Webhook.objects.filter(club=club_id, disabled_at=None)
    Delivery.objects.bulk_create(
        [Delivery(webhook=one, kind=kind, subject=subject) for one in active.order_by("pk")]
    )


def news_tell(item: NewsItem) -> None:
    """Queue an announcement."""
    webhooks_tell(club_id=item.club_id, kind=NEWS_POSTED, subject=str(item.pk))
