"""The site's django-allauth adapter: names, redirects, messages, mails."""

from __future__ import annotations

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.bot_names import refuse_bot_name
from accounts.names import normal_name
from accounts.registry import barred_login
from accounts.templatetags.device_tags import device

logger = logging.getLogger(__name__)

AUTOMATIC = {"Auto-Submitted": "auto-generated"}
SIGNED_IN = "account/messages/logged_in.txt"
MAIL_SENT = "account/messages/email_confirmation_sent.txt"
MAIL_FAILED = "kibitz.mail_failed"
"""The key in `request.META` that marks a mail which could not be sent."""


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter, with one normal form for every name."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the normal form of a name; raises ValidationError if it is refused or taken."""
        name: str = super().clean_username(normal_name(username), shallow)
        refuse_bot_name(name)
        return name

    def is_safe_url(self, url: str) -> bool:
        """Tell whether to redirect to `url`: allauth would take a bare word for a view's name."""
        return "/" in url and bool(super().is_safe_url(url))

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *rest: Any,
        **more: Any,
    ) -> None:
        """Drop "signed in" beside "address confirmed", and "mail sent" if the mail failed."""
        if message_template == SIGNED_IN and len(messages.get_messages(request)):
            return
        if message_template == MAIL_SENT and MAIL_FAILED in request.META:
            return
        super().add_message(request, level, message_template, *rest, **more)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; if the mail server refuses it, say so and carry on.

        The action behind the mail is already done, and a code can be requested again. Log only the
        error's type, because its text may contain the address.
        """
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as error:  # includes all errors of smtplib
            logger.error("mail failed: %s: %s", template_prefix, type(error).__name__)
            self.request.META[MAIL_FAILED] = True
            told = gettext(
                "We couldn’t send you an e-mail just now. If you’re waiting for a code, "
                "check your address and request the code again in a few minutes."
            )
            messages.error(self.request, told)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Any,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Send a mail about a change, naming browser, system, and the time with its zone."""
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
        """Return a mail marked as auto-generated, to prevent out-of-office replies."""
        marked = {**AUTOMATIC, **(headers or {})}
        mail: EmailMessage = super().render_mail(template_prefix, email, context, marked)
        return mail

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Redirect a confirmed new address to the page where it can be made primary."""
        if self.request.user.is_authenticated:
            return reverse("account_email")
        url: str = super().get_email_verification_redirect_url(email_address)
        return url

    def can_delete_email(self, email_address: Any) -> bool:
        """Tell whether an address may be deleted: never the primary one, needed to log in."""
        return not email_address.primary and bool(super().can_delete_email(email_address))

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        """Show a barred person with the right password why; they may appeal there."""
        (answer,) = barred_login(request, user)
        return answer
