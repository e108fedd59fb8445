"""Where django-allauth asks the site: how a name is stored, what is told after signing in."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.module_loading import import_string

from accounts.names import normal_name

SIGNED_IN = "account/messages/logged_in.txt"


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own, with one form for every name."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as stored; raises ValidationError for one that is refused or taken."""
        name: str = super().clean_username(normal_name(username), shallow)
        return name

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *rest: Any,
        **more: Any,
    ) -> None:
        """Do not tell that somebody is signed in beside other news: their address is confirmed."""
        if message_template == SIGNED_IN and len(get_messages(request)):
            return
        super().add_message(request, level, message_template, *rest, **more)

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Lead whoever has added an address back to where it can be made the one in use."""
        if self.request.user.is_authenticated:
            return reverse("account_email")
        url: str = super().get_email_verification_redirect_url(email_address)
        return url

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        """Tell whoever is barred why, once their password was right; they may appeal there."""
        answer: HttpResponse = import_string(settings.BARRED_ANSWER)(request, user)
        return answer
