"""Sentences that notices store as keys: in English, translated when shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, gettext_noop

if TYPE_CHECKING:
    from accounts.people.models import Notice

FOLLOWS_YOU = gettext_noop("%(name)s now follows you.")
ASKS_TO_JOIN = gettext_noop("%(name)s asked to join “%(club)s”.")
NEWS = gettext_noop("New announcement in “%(club)s”: %(title)s")
WEBHOOK_OFF = gettext_noop("“%(club)s”: the webhook to %(host)s kept failing, so we turned it off.")
MENTIONED = gettext_noop("%(name)s mentioned you in the chat of “%(room)s”.")
REPORTED = gettext_noop("A message by %(name)s in the chat of “%(room)s” was reported.")
MENTION = "mention"
"""The kind of notice to somebody who was mentioned in a chat."""
ANNOUNCEMENT = "announcement"
"""The kind of notice that an event's directors send to everybody in it."""
FAULT = "fault"
"""The kind of notice that staff get when the site cannot continue with something."""
TOLD_BY_CLUBS = {
    "accepted": gettext_noop("You’re now a member of “%(club)s”."),
    "declined": gettext_noop("“%(club)s” declined your request to join."),
    "made_director": gettext_noop("You’re now a director of “%(club)s”."),
    "made_owner": gettext_noop("You’re now an owner of “%(club)s”."),
}
"""What a club tells a person about themselves, by the journal's verb."""


def notice_text(notice: Notice) -> str:
    """Return a notice's sentence in the active language, unescaped."""
    if not notice.text:
        return ""
    return gettext(notice.text) % {name: _word(value) for name, value in notice.args.items()}


def _word(value: Any) -> str:
    return gettext(value["translate"]) if isinstance(value, dict) else str(value)
