"""The doorbell of one person: rung after commit; what there is to see, each page reads itself."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.live.ring import ring_on_commit
from accounts.models import User
from accounts.people.selectors import newest_unread, pinned_notice, unread_count
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


def render_bell(user: User, notice: int | None = None, *, at_table: bool = False) -> str:
    """Return the bell as it is now, and the new notice as one that is shown and said once.

    To a page `at_table` an announcement is no such notice: it stands there until it is read.
    """
    fresh = newest_unread(user, notice) if notice else None
    if at_table and fresh is not None and fresh.kind == ANNOUNCEMENT:
        fresh = None
    bell = render_to_string(
        "people/_bell.html", {"unread": unread_count(user), "fresh": fresh, "oob": True}
    )
    return bell + render_pinned(user) if at_table else bell


def render_pinned(user: User) -> str:
    """Return what stands over a table's page for somebody, or that nothing does any more."""
    context = {"pinned": pinned_notice(user), "oob": True}
    return render_to_string("people/_pinned.html", context)
