"""Reads people and their preferences."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Value
from django.db.models.functions import Lower

from accounts.models import Preferences, User

KEPT = "_preferences"
# runs on every request; the ORM would take longer to build it than Postgres to answer
CHOSEN = "SELECT * FROM accounts_preferences WHERE user_id = %s"


class PersonNotFound(Exception):
    """Nobody has this name, or its owner is barred."""


def preferences_of(user: User | AnonymousUser) -> Preferences:
    """Return a person's preferences; the defaults, unsaved, if they never chose any.

    Queried once per request: the result is cached on `user`.
    """
    if not isinstance(user, User):
        return Preferences()
    if KEPT not in user.__dict__:
        chosen = list(Preferences.objects.raw(CHOSEN, [user.pk]))
        user.__dict__[KEPT] = chosen[0] if chosen else Preferences(user=user)
    kept: Preferences = user.__dict__[KEPT]
    return kept


def person_called(username: str, *, also_barred: bool = False) -> User:
    """Return the person of this name, ignoring case; raises PersonNotFound, as for a guest.

    Only moderators can find barred people (`also_barred`).
    Uses the index that makes names unique, which `iexact` would not.
    """
    if "\0" in username:  # Postgres rejects NUL
        raise PersonNotFound(username)
    named = User.objects.alias(lower=Lower("username")).filter(lower=Lower(Value(username)))
    named = named.filter(is_guest=False)
    person = (named if also_barred else named.filter(is_active=True)).first()
    if person is None:
        raise PersonNotFound(username)
    return person


def find_person(username: str) -> User | None:
    """Return the person of this name, ignoring case, or None."""
    try:
        return person_called(username)
    except PersonNotFound:
        return None
