"""The mails of a local site, for trying it out: in the terminal, and on a page.

Reading them is enough to take over any account. So the page exists only if the site is local, uses
this mail backend, and the request comes from the same machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from datetime import datetime
from ipaddress import ip_address
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend as ConsoleBackend
from django.http import HttpRequest
from django.utils import timezone

BACKEND = "accounts.outbox.EmailBackend"
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
