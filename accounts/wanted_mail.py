"""Mails that somebody asked for in their preferences; each names where it is switched off."""

from __future__ import annotations

from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation

from accounts.models import User

REFUSED = (SMTPRecipientsRefused, SMTPDataError)
"""What the mail server says of one mail; whatever else fails would fail for the next one, too."""


def switched_off_at() -> str:
    """Return where mails are switched off."""
    return f"{settings.SITE_URL}{reverse('accounts:preferences')}"


def language_of(user: User) -> Any:
    """Return the context in which sentences are in the language of a mail's reader."""
    return translation.override(user.preferences.language or settings.LANGUAGE_CODE)


def wanted_mail(user: User, subject: str, text: str) -> EmailMessage:
    """Return a mail that says where it is switched off, and that nobody wrote it."""
    headers = {"List-Unsubscribe": f"<{switched_off_at()}>", "Auto-Submitted": "auto-generated"}
    in_one_line = " ".join(subject.split())
    return EmailMessage(in_one_line, text, to=[user.email], headers=headers)
