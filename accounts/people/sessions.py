"""Checks sessions of open pages, and closes the pages of people who are logged out or barred.

Everything that ends a session (log-out, "log out elsewhere", a ban, a new password) deletes its
row; that signal notifies the pages, which then check their session. The sockets' heartbeat makes up
for a lost notification.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from allauth.account import signals as account_signals
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils.crypto import constant_time_compare

from accounts.models import User
from accounts.people.push import check_person
from accounts.statements import Prepared, Rows, send_together


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


@dataclass(frozen=True, slots=True)
class Login:
    """The session a page was opened with: its key, its user, and their session auth hash."""

    session_key: str
    user_id: int
    auth_hash: str


class SessionEnded(Exception):
    """The session behind a request is no longer valid: send no answer."""


VALID_LOGINS = Prepared(
    "valid_logins",
    """
    SELECT login.session_key, login.user_id, person.password::text
    FROM unnest(%(keys)s::text[], %(people)s::bigint[]) AS login (session_key, user_id)
    JOIN django_session AS session ON session.session_key = login.session_key
    JOIN accounts_user AS person ON person.id = login.user_id
    WHERE session.expire_date > statement_timestamp() AND person.is_active
    """,
)


def valid_logins(logins: Collection[Login]) -> set[Login]:
    """Return the logins with a live session, an active account and an unchanged password.

    One hand-written statement for any number of logins, since every action runs it.
    """
    (rows,) = send_together([VALID_LOGINS], login_values(logins))
    return valid_among(logins, rows)


def login_values(logins: Collection[Login]) -> dict[str, list[Any]]:
    """Return VALID_LOGINS's parameters for these logins, to send it together with others."""
    return {
        "keys": [one.session_key for one in logins],
        "people": [one.user_id for one in logins],
    }


def valid_among(logins: Collection[Login], rows: Rows) -> set[Login]:
    """Return the logins that are valid according to VALID_LOGINS's rows."""
    hashes = {
        (key, person): User(pk=person, password=password).get_session_auth_hash()
        for key, person, password in rows
    }
    return {one for one in logins if _is_of(one, hashes.get((one.session_key, one.user_id)))}


def _is_of(login: Login, auth_hash: str | None) -> bool:
    return auth_hash is not None and constant_time_compare(login.auth_hash, auth_hash)
