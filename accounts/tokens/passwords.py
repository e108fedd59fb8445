"""What a new password means for keys: somebody who knew the old one may have created some."""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account_signals
from django.contrib import messages
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.tokens.models import Token
from accounts.tokens.services import token_withdraw_all


@receiver(account_signals.password_changed)
def password_changed(request: HttpRequest, user: User, **about: Any) -> None:
    """Remind the person that their keys stay valid: do not break a running program unasked."""
    if Token.objects.filter(user=user).exists():
        messages.warning(request, _("Your API keys still work. Revoke any you don’t recognise."))


@receiver(account_signals.password_reset)
def password_reset(request: HttpRequest, user: User, **about: Any) -> None:
    """Withdraw all keys, and say so: the old password may have been stolen and changed."""
    if token_withdraw_all(user=user):
        messages.warning(request, _("Your API keys were revoked along with your old password."))
