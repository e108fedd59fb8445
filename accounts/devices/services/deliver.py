"""Delivers queued messages to push services (RFC 8030), encrypted for one device each (RFC 8291).

The log names a push service but never an endpoint: whoever knows one could reach its owner.
"""

from __future__ import annotations

import json
import logging
from base64 import urlsafe_b64encode
from datetime import timedelta
from email.utils import parseaddr
from hashlib import sha256
from urllib.parse import urlsplit

import requests
from django.conf import settings
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from pywebpush import WebPushException, webpush

from accounts.devices.keys import signing_key
from accounts.devices.models import Device, Push
from accounts.devices.push_services import is_known
from accounts.outbound import Answer
from accounts.outbox import claim, pause_after, send_all
from accounts.registry import tables_waiting

logger = logging.getLogger(__name__)

BATCH = 100
TIMEOUT_SECONDS = 10
GONE = (404, 410)
"""The subscription is over (RFC 8030, section 7.3)."""
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=6)
DECLARATIVE = 8030
"""Marks a declarative message, which Safari shows without the service worker."""


def pushes_deliver() -> int:
    """Deliver the messages that are due; return how many were accepted."""
    pushes = claim(_due(), most=BATCH)
    if not pushes:
        return 0
    key = signing_key()  # in this thread, which has the database connection
    letters = [(push.device, payload_of(push), seconds_left(push), push.tag) for push in pushes]
    answers = send_all(lambda letter: post(key, *letter), letters)
    for push, answer in zip(pushes, answers, strict=True):
        _note(push, answer)
    return sum(answer.is_accepted for answer in answers)


def _due() -> QuerySet[Push]:
    """Return the messages to logged-in devices that are not resting."""
    rested = Q(device__retry_at=None) | Q(device__retry_at__lte=Now())
    due = Push.objects.filter(
        rested, due_at__lte=Now(), expires_at__gt=Now(), device__in=Device.objects.logged_in()
    )
    return due.select_related("device__user")


def seconds_left(push: Push) -> int:
    """Return the message's TTL, in seconds."""
    return max(int((push.expires_at - push.created_at).total_seconds()), 0)


def payload_of(push: Push) -> str:
    """Return the message as JSON: declarative, or `{"withdraw": tag}`, with the app's badge."""
    waiting = sum(tables_waiting(push.device.user))
    if push.is_withdrawal:
        return json.dumps({"withdraw": push.tag, "app_badge": waiting})
    notification = {
        "title": push.title,
        "body": push.body,
        "navigate": settings.SITE_URL + push.url,
        "tag": push.tag,
        "app_badge": waiting,
    }
    return json.dumps({"web_push": DECLARATIVE, "notification": notification})


def post(key: object, device: Device, payload: str, ttl: int, tag: str) -> Answer:
    """Post a message to a device's push service; needs no database.

    `Topic` makes the service itself replace an undelivered message by a newer one.
    """
    if not is_known(device.endpoint):
        return Answer(GONE[0])
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    topic = urlsafe_b64encode(sha256(tag.encode()).digest()[:24]).decode()
    with requests.Session() as session:
        session.max_redirects = 0  # a redirect could lead anywhere
        try:
            webpush(
                {"endpoint": device.endpoint, "keys": keys},
                payload,
                vapid_private_key=key,
                vapid_claims={"sub": _contact()},
                ttl=ttl,
                timeout=TIMEOUT_SECONDS,
                headers={"Urgency": "high", "Topic": topic},
                requests_session=session,
            )
        except WebPushException as error:
            return Answer(getattr(error.response, "status_code", 0))
        except requests.RequestException:
            return Answer(0)
    return Answer(201)


def _contact() -> str:
    """Return where a push service may reach the operator (RFC 8292, section 2.1)."""
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def _note(push: Push, answer: Answer) -> None:
    """Record a delivery, unless the message was replaced or withdrawn meanwhile."""
    same = Push.objects.filter(
        pk=push.pk, created_at=push.created_at, is_withdrawal=push.is_withdrawal
    )
    if answer.is_accepted:
        if push.is_withdrawal:
            same.delete()
        else:
            same.update(sent_at=Now(), due_at=None)
        Device.objects.filter(pk=push.device_id).update(
            failures=0, retry_at=None, delivered_at=Now()
        )
    elif answer.status in GONE:
        Device.objects.filter(pk=push.device_id).delete()
    else:
        _back_off(push, answer)
        same.update(due_at=Now())


def _back_off(push: Push, answer: Answer) -> None:
    """Pause before the device's next delivery: twice as long after each failure in a row."""
    device = push.device
    pause = pause_after(device.failures + 1, first=FIRST_PAUSE, longest=LONGEST_PAUSE)
    Device.objects.filter(pk=device.pk).update(failures=device.failures + 1, retry_at=Now() + pause)
    service = urlsplit(device.endpoint).hostname
    logger.warning("a push failed", extra={"service": service, "status": answer.status})


def pushes_forget() -> int:
    """Delete devices whose session has ended, and messages long over; return how many."""
    over = Push.objects.filter(expires_at__lt=Now() - timedelta(days=1))
    return over.delete()[0] + Device.objects.past().delete()[0]


def device_test(device: Device, *, title: str, body: str, url: str) -> Answer:
    """Send a device a message at once, outside the queue; return the service's answer."""
    push = Push(device=device, tag="test", title=title, body=body, url=url)
    answer = post(signing_key(), device, payload_of(push), 60, push.tag)
    if answer.status in GONE:
        device.delete()
    return answer
