"""Mails that people opted in to, and the outbox of a local site.

The outbox shows the site's mails in the terminal and on a page. Reading them is enough to take over
any account. So the page exists only if the site is local, uses this mail backend, and the request
comes from the same machine.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from ipaddress import ip_address
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend as ConsoleBackend
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from accounts.selectors import preferences_of

logger = logging.getLogger(__name__)
T = TypeVar("T")

BACKEND = "accounts.mail.EmailBackend"
MAX_KEPT = 20


class KeptMail(NamedTuple):
    """A mail as the page shows it."""

    at: datetime
    to: str
    subject: str
    body: str


MAILS: deque[KeptMail] = deque(maxlen=MAX_KEPT)
"""The newest mails of this process, oldest first. `play` is one process."""


class EmailBackend(ConsoleBackend):
    """Write mails to the terminal, and keep the newest for the page."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write and keep the mails; return how many."""
        for mail in email_messages:
            kept = KeptMail(timezone.now(), ", ".join(mail.to), str(mail.subject), str(mail.body))
            MAILS.append(kept)
        written: int = super().send_messages(email_messages) or 0
        return written


def may_read(request: HttpRequest) -> bool:
    """Tell whether this browser may read the mails: local site, own mail, same machine."""
    return (
        settings.LOCAL
        and not settings.SAFE
        and settings.EMAIL_BACKEND == BACKEND
        and _is_loopback(request.META.get("REMOTE_ADDR", ""))
    )


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


REFUSED = (SMTPRecipientsRefused, SMTPDataError)
"""Errors that concern a single mail; any other would recur with the next one."""


def opt_out_url() -> str:
    """Return the URL where mails are switched off."""
    return f"{settings.SITE_URL}{reverse('accounts:preferences')}"


def language_of(user: User) -> Any:
    """Return a context manager that activates the recipient's language."""
    return translation.override(preferences_of(user).language or settings.LANGUAGE_CODE)


def send_due(rows: Iterable[T], send: Callable[[T], bool], about: str) -> int:
    """Send the mail of each row; return how many were sent.

    While the mail server is down, the rest stay due.
    """
    sent = 0
    try:
        for row in rows:
            sent += send(row)
    except OSError as error:  # log only the type: the message may contain an address
        logger.error("mails about %s wait: %s", about, type(error).__name__)
    return sent


def opt_in_mail(user: User, subject: str, text: str) -> EmailMessage:
    """Return a mail with the opt-out link, marked as auto-generated."""
    headers = {"List-Unsubscribe": f"<{opt_out_url()}>", "Auto-Submitted": "auto-generated"}
    in_one_line = " ".join(subject.split())
    return EmailMessage(in_one_line, text, to=[user.email], headers=headers)
