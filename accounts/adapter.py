"""Where django-allauth asks the site: how a name is stored, what is told after signing in."""

from __future__ import annotations

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.module_loading import import_string
from django.utils.translation import gettext

from accounts.names import normal_name
from accounts.templatetags.device_tags import device

logger = logging.getLogger(__name__)

AUTOMATIC = {"Auto-Submitted": "auto-generated"}
SIGNED_IN = "account/messages/logged_in.txt"
MAIL_SENT = "account/messages/email_confirmation_sent.txt"
MAIL_FAILED = "kibitz.mail_failed"
"""Where a request carries that a mail it asked for could not be sent."""


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own, with one form for every name."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as stored; raises ValidationError for one that is refused or taken."""
        name: str = super().clean_username(normal_name(username), shallow)
        return name

    def is_safe_url(self, url: str) -> bool:
        """Tell whether to lead to `url` next: a bare word allauth would take for a view's name."""
        return "/" in url and bool(super().is_safe_url(url))

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *rest: Any,
        **more: Any,
    ) -> None:
        """Do not tell that somebody is signed in beside other news: their address is confirmed.

        Nor that a mail is on its way which could not be sent.
        """
        if message_template == SIGNED_IN and len(messages.get_messages(request)):
            return
        if message_template == MAIL_SENT and MAIL_FAILED in request.META:
            return
        super().add_message(request, level, message_template, *rest, **more)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; say so where the mail server does not take it, and go on.

        What the mail tells of has been done, and a code is asked for again. The log gets no more
        than the kind of error, because its words may name the address.
        """
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as error:  # as all errors of smtplib are
            logger.error("mail failed: %s: %s", template_prefix, type(error).__name__)
            self.request.META[MAIL_FAILED] = True
            told = gettext(
                "A mail to you could not be sent just now. If you wait for a code, check your "
                "address, and ask for the code again in a few minutes."
            )
            messages.error(self.request, told)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Any,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Send a mail about a change: browser and system in words, the time with its zone."""
        words = {
            "timestamp": f"{date_format(timezone.now(), 'DATETIME_FORMAT')} UTC",
            "user_agent": device(self.request.headers.get("User-Agent", "")),
        }
        super().send_notification_mail(template_prefix, user, {**words, **(context or {})}, email)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Return a mail that says that nobody wrote it, so that no absent reader answers it."""
        marked = {**AUTOMATIC, **(headers or {})}
        mail: EmailMessage = super().render_mail(template_prefix, email, context, marked)
        return mail

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Lead whoever has added an address back to where it can be made the one in use."""
        if self.request.user.is_authenticated:
            return reverse("account_email")
        url: str = super().get_email_verification_redirect_url(email_address)
        return url

    def can_delete_email(self, email_address: Any) -> bool:
        """Tell whether an address may go: never the one in use, without which nobody logs in."""
        return not email_address.primary and bool(super().can_delete_email(email_address))

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        """Tell whoever is barred why, once their password was right; they may appeal there."""
        answer: HttpResponse = import_string(settings.BARRED_ANSWER)(request, user)
        return answer
