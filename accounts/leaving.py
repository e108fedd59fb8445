"""Shared by the handlers of `person_leaves`: refusals, and removing a name from stored data."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

FORMER = "former-member"  # replaces a name; translated when shown

SENTENCES = {
    "match_running": _("You still play in a match. Finish it or resign first."),
    "last_owner": _("You are the last owner of a club with members. Make somebody else one first."),
    "last_superuser": _("Somebody must be left to run the site."),
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
