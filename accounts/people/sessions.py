"""Closes the open pages of people who are logged out or barred, at once.

Everything that ends a session (log-out, "log out elsewhere", a ban, a new password) deletes its
row; that signal notifies the pages, which then check their session. The sockets' heartbeat makes up
for a lost notification.
"""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account_signals
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from accounts.models import User
from accounts.people.push import check_person


@receiver(post_delete, sender=Session)
def session_ended(instance: Session, **about: Any) -> None:
    """Make the person's pages check whether their session still exists."""
    if user_id := instance.get_decoded().get(SESSION_KEY):
        check_person(int(user_id))


@receiver(post_save, sender=User)
def person_saved(instance: User, created: bool, **about: Any) -> None:
    """Log a barred person out everywhere."""
    if not created and not instance.is_active:
        sessions_end(instance)
        check_person(instance.pk)


@receiver([account_signals.password_changed, account_signals.password_reset])
def password_replaced(request: Any, user: User, **about: Any) -> None:
    """End all other sessions: somebody who knew the old password may have opened them."""
    sessions_end(user, but=request.session.session_key or "")


def sessions_end(user: User, *, but: str = "") -> None:
    """End all sessions of a person, except the one with the key `but`."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=but):
        session.end()
