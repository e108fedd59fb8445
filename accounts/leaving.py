"""Shared by the handlers of `person_leaves`: refusals, and removing a name from stored data."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

FORMER = "former-member"  # replaces a name; translated when shown

SENTENCES = {
    "match_running": _("You’re still playing a match. Finish it or resign first."),
    "last_owner": _(
        "You’re the last owner of a club that has other members. Make someone else an owner first."
    ),
    "last_superuser": _("Someone has to stay to run the site."),
}


class LeaveRefused(CodedRefusal):
    """The person cannot leave yet."""

    sentences = SENTENCES


def without_name(value: Any, name: str) -> Any:
    """Return stored data with every string equal to `name` replaced."""
    if isinstance(value, dict):
        return {key: without_name(inner, name) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_name(inner, name) for inner in value]
    return FORMER if value == name else value
