"""Sentences that notices store as keys: in English, translated when shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, gettext_noop

if TYPE_CHECKING:
    from accounts.people.models import Notice

FOLLOWS_YOU = gettext_noop("%(name)s follows you now.")
ASKS_TO_JOIN = gettext_noop("%(name)s asks to join “%(club)s”.")
NEWS = gettext_noop("“%(club)s”, news: %(title)s")
ANNOUNCEMENT = "announcement"
"""The kind of notice that an event's directors send to everybody in it."""
FAULT = "fault"
"""The kind of notice that staff get when the site cannot continue with something."""
TOLD_BY_CLUBS = {
    "accepted": gettext_noop("You are a member of “%(club)s” now."),
    "declined": gettext_noop("“%(club)s” has declined your request to join."),
    "made_director": gettext_noop("You are a director of “%(club)s” now."),
    "made_owner": gettext_noop("You are an owner of “%(club)s” now."),
}
"""What a club tells a person about themselves, by the journal's verb."""


def notice_text(notice: Notice) -> str:
    """Return a notice's sentence in the active language, unescaped."""
    if not notice.text:
        return ""
    return gettext(notice.text) % {name: _word(value) for name, value in notice.args.items()}


def _word(value: Any) -> str:
    return gettext(value["translate"]) if isinstance(value, dict) else str(value)
