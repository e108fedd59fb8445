"""Sentences that notices keep as keys. English; the reader's language is put in when shown."""

from __future__ import annotations

from django.utils.translation import gettext_noop

FOLLOWS_YOU = gettext_noop("%(name)s follows you now.")
ASKS_TO_JOIN = gettext_noop("%(name)s asks to join “%(club)s”.")
TOLD_BY_CLUBS = {
    "accepted": gettext_noop("You are a member of “%(club)s” now."),
    "declined": gettext_noop("“%(club)s” has declined your request to join."),
    "made_director": gettext_noop("You are a director of “%(club)s” now."),
    "made_owner": gettext_noop("You are an owner of “%(club)s” now."),
}
"""What a club tells a person about themselves, by the verb of its journal."""
