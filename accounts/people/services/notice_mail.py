"""Mails of what the bell tells, to people who asked for them and are not here.

One for each notice, a minute after it came, if it is neither read nor withdrawn by then: of each
person the oldest at a time, and so many a day, so that nobody can fill another's letter box.
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

from accounts.people.models import Notice, Presence
from accounts.people.selectors import HERE_FOR
from accounts.people.words import ANNOUNCEMENT, FAULT, notice_text
from accounts.throttle import is_throttled, person_key, throttle_one
from accounts.wanted_mail import REFUSED, language_of, switched_off_at, wanted_mail

logger = logging.getLogger(__name__)

MAILED = ("invitation", "event", "news", "club", "partner", "judge", ANNOUNCEMENT, FAULT)
"""That one is followed can wait, and what moderators decide is told on the site alone."""
AFTER = timedelta(minutes=1)
A_DAY = timedelta(days=1)
MOST_A_DAY = 10
COUNTED_AS = "notice_mail"
"""Mails are counted, not the notices that were mailed: those go when they are withdrawn."""
BATCH = 50


def notice_mails_send() -> int:
    """Write the mails that are due; return how many were sent.

    While the post is down, what could not be sent stays due for a day.
    """
    sent = 0
    try:
        for notice in _due():
            sent += _write(notice)
    except OSError as error:  # its words may name an address
        logger.error("mails about notices wait: %s", type(error).__name__)
    return sent


def _due() -> QuerySet[Notice]:
    """Return the oldest notice of each person who is to have a mail now."""
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
    """Write one mail, unless another process was faster or it was read or withdrawn meanwhile."""
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
            "preferences": switched_off_at(),
        }
        text = render_to_string("people/notice_mail.txt", context)
    return wanted_mail(notice.user, words, text)
