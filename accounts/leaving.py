"""What apps need to let a person or a name go: refusals, and taking a name out of stored data."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

FORMER = "former-member"  # stands where a name stood; shown in the reader's language

SENTENCES = {
    "match_running": _("You still play in a match. Finish it or resign first."),
    "last_owner": _("You are the last owner of a club with members. Make somebody else one first."),
    "last_superuser": _("Somebody must be left to run the site."),
}


class LeaveRefused(CodedRefusal):
    """Somebody cannot go yet."""

    sentences = SENTENCES


def without_name(value: Any, name: str) -> Any:
    """Return stored data with every text that is exactly `name` replaced."""
    if isinstance(value, dict):
        return {key: without_name(inner, name) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_name(inner, name) for inner in value]
    return FORMER if value == name else value
