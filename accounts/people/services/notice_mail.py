"""Mails notices to people who asked for that and are not here.

One mail per notice, a minute after it was sent, unless read or withdrawn by then: each person's
oldest first, with a daily limit, so that nobody can flood another's mailbox.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.mail import REFUSED, language_of, opt_in_mail, opt_out_url, send_due
from accounts.people.models import Notice, Presence
from accounts.people.selectors import HERE_FOR
from accounts.people.words import ANNOUNCEMENT, FAULT, notice_text
from accounts.throttle import is_throttled, person_key, throttle_one

logger = logging.getLogger(__name__)

MAILED = ("invitation", "table", "event", "news", "club", "partner", "judge", ANNOUNCEMENT, FAULT)
"""Without new followers, which can wait, and moderators' decisions, told on the site alone."""
AFTER = timedelta(minutes=1)
A_DAY = timedelta(days=1)
MOST_A_DAY = 10
COUNTED_AS = "notice_mail"
"""The limit counts mails rather than mailed notices, which are deleted when withdrawn."""
BATCH = 50


def notice_mails_send() -> int:
    """Send the mails that are due; return how many were sent.

    If the mail server is down, unsent mails stay due for a day.
    """
    return send_due(_due(), _write, "notices")


def _due() -> QuerySet[Notice]:
    """Return the oldest due notice of each person."""
    here = Presence.objects.filter(user=OuterRef("user"), seen_at__gt=Now() - HERE_FOR)
    found = Notice.objects.filter(
        ~Exists(here),
        kind__in=MAILED,
        read_at=None,
        mailed_at=None,
        created_at__lt=Now() - AFTER,
        created_at__gt=Now() - A_DAY,
        user__is_active=True,
        user__preferences__mail_notices=True,
    ).exclude(user__email="")
    oldest = found.order_by("user", "created_at", "pk").distinct("user")
    return oldest.select_related("user__preferences")[:BATCH]


def _write(notice: Notice) -> bool:
    """Send one mail, unless another process did, or the notice was read or withdrawn meanwhile."""
    claim = Notice.objects.filter(pk=notice.pk, read_at=None)
    if not claim.filter(mailed_at=None).update(mailed_at=Now()):
        return False
    reader = person_key(notice.user_id)
    if is_throttled(reader, COUNTED_AS, limit=MOST_A_DAY):
        return False
    try:
        _mail(notice).send()
    except REFUSED:
        logger.warning("mail about a notice refused", extra={"notice": notice.pk})
        return False
    except OSError:
        claim.update(mailed_at=None)
        raise
    throttle_one(reader, COUNTED_AS, limit=MOST_A_DAY, seconds=int(A_DAY.total_seconds()))
    return True


def _mail(notice: Notice) -> EmailMessage:
    """Return the mail in its reader's language."""
    with language_of(notice.user):
        words = notice_text(notice)
        context = {
            "words": words,
            "url": settings.SITE_URL + reverse("people:notice", args=[notice.pk]),
            "preferences": opt_out_url(),
        }
        text = render_to_string("people/notice_mail.txt", context)
    return opt_in_mail(notice.user, words, text)
