"""Where django-allauth asks the site: how a name is stored."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from accounts.names import normal_name


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own, with one form for every name."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as stored; raises ValidationError for one that is refused or taken."""
        name: str = super().clean_username(normal_name(username), shallow)
        return name

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        """Tell whoever is barred why, once their password was right; they may appeal there."""
        answer: HttpResponse = import_string(settings.BARRED_ANSWER)(request, user)
        return answer
