"""Reading what is known about people."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts.models import Preferences, User


def preferences_of(user: User | AnonymousUser) -> Preferences:
    """Return a person's preferences; the defaults, unsaved, if they never chose any."""
    chosen = None
    if isinstance(user, User):
        chosen = Preferences.objects.filter(user=user).first()
    return chosen or Preferences()
