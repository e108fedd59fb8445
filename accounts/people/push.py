"""The doorbell of one person: rung after commit; what there is to see, each page reads itself."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.live.ring import ring_on_commit
from accounts.models import User
from accounts.people.models import Notice
from accounts.people.selectors import newest_unread, unread_count
from accounts.people.words import ANNOUNCEMENT


def person_group(user_id: int) -> str:
    """Return the channel group of all pages of a person."""
    return f"person.{user_id}"


def ring_person(user_id: int, *, notice: int | None = None) -> None:
    """Ring all pages of a person once the transaction has committed; `notice` is new to them."""
    ring_on_commit(person_group(user_id), message={"type": "person.rung", "notice": notice})


def check_person(user_id: int) -> None:
    """Have all pages of a person ask, once the transaction has committed, if they may stay open."""
    ring_on_commit(person_group(user_id), message={"type": "person.checked"})


def render_bell(user: User, notice: int | None = None) -> str:
    """Return the bell as it is now, and the new notice as one that is shown and said once."""
    return _bell(user, newest_unread(user, notice) if notice else None)


def render_at_table(user: User, pinned: Notice | None, notice: int | None = None) -> str:
    """Return the bell for a table's page, and what stands over it: `pinned`, or nothing any more.

    There an announcement is shown and said by that alone.
    """
    fresh = newest_unread(user, notice) if notice else None
    if fresh is not None and fresh.kind == ANNOUNCEMENT:
        fresh = None
    strip = render_to_string("people/_pinned.html", {"pinned": pinned, "oob": True})
    return _bell(user, fresh) + strip


def _bell(user: User, fresh: Notice | None) -> str:
    context = {"unread": unread_count(user), "fresh": fresh, "oob": True}
    return render_to_string("people/_bell.html", context)
