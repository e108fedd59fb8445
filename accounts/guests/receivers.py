"""Gives a guest's matches to whoever signs up or logs in with the same browser."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.guests.awaited import KEY
from accounts.guests.middleware import guest_of
from accounts.guests.services import guest_claim
from accounts.models import User


@receiver(user_logged_in)
def logged_in(request: HttpRequest, user: User, **about: Any) -> None:
    """Hand the browser's guest over to the account that was just entered."""
    guest = guest_of(request)
    if guest is not None and guest != user and not user.is_guest:
        guest_claim(guest=guest, account=user)
        if (awaited := getattr(request, "awaited", None)) is not None:
            request.session[KEY] = awaited
        messages.success(request, _("Your guest matches are in your account now."))
