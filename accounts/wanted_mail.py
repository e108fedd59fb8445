"""Mails that people opted in to by their preferences; each says where to opt out."""

from __future__ import annotations

from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation

from accounts.models import User

REFUSED = (SMTPRecipientsRefused, SMTPDataError)
"""Errors that concern a single mail; any other would recur with the next one."""


def switched_off_at() -> str:
    """Return the URL where mails are switched off."""
    return f"{settings.SITE_URL}{reverse('accounts:preferences')}"


def language_of(user: User) -> Any:
    """Return a context manager that activates the recipient's language."""
    return translation.override(user.preferences.language or settings.LANGUAGE_CODE)


def wanted_mail(user: User, subject: str, text: str) -> EmailMessage:
    """Return a mail with the opt-out link, marked as auto-generated."""
    headers = {"List-Unsubscribe": f"<{switched_off_at()}>", "Auto-Submitted": "auto-generated"}
    in_one_line = " ".join(subject.split())
    return EmailMessage(in_one_line, text, to=[user.email], headers=headers)
