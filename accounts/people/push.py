"""Notifies a person's open pages after commit; each page then reads what is new by itself."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.models import User
from accounts.people.models import Notice
from accounts.people.selectors import newest_unread, unread_count
from accounts.people.words import ANNOUNCEMENT
from games.websockets.groups import notify_on_commit


def person_group(user_id: int) -> str:
    """Return the channel group of all pages of a person."""
    return f"person.{user_id}"


def notify_person(user_id: int, *, notice: int | None = None) -> None:
    """Notify all pages of a person after commit; `notice` is the id of a new one."""
    notify_on_commit(person_group(user_id), message={"type": "person.changed", "notice": notice})


def check_person(user_id: int) -> None:
    """Make all pages of a person check their session after commit."""
    notify_on_commit(person_group(user_id), message={"type": "person.check"})


def render_bell(user: User, notice: int | None = None) -> str:
    """Render the bell, and show and announce the new notice once."""
    return _bell(user, newest_unread(user, notice) if notice else None)


def render_at_table(user: User, pinned: Notice | None, notice: int | None = None) -> str:
    """Render the bell for a table's page, and the strip above the table: `pinned`, or empty.

    At a table only the strip shows and announces an announcement.
    """
    fresh = newest_unread(user, notice) if notice else None
    if fresh is not None and fresh.kind == ANNOUNCEMENT:
        fresh = None
    strip = render_to_string("people/_pinned.html", {"pinned": pinned, "oob": True})
    return _bell(user, fresh) + strip


def _bell(user: User, fresh: Notice | None) -> str:
    context = {"unread": unread_count(user), "fresh": fresh, "oob": True}
    return render_to_string("people/_bell.html", context)
