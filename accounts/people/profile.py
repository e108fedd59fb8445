"""The panel of actions on a person's page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from accounts.models import User
from accounts.panels import Panel
from accounts.people.selectors import here_among, is_blocked, note_about, ties_between


def panel(request: HttpRequest, person: User) -> Panel:
    """Return a person's buttons; none for guests, on one's own page, or for a barred person."""
    reader = request.user
    data: dict[str, Any] = {"asks": False}
    if isinstance(reader, User) and reader != person and person.is_active:
        data["asks"] = True
        data["ties"] = ties_between(reader, person)
        data["note"] = note_about(reader, person)
        data["is_here"] = person.pk in here_among(reader, [person])
        data["may_follow"] = not is_blocked(reader, person)
    return Panel("people/_panel.html", data)
