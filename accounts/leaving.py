"""What apps need to let a person go: refusals, and taking a name out of stored data."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

FORMER = "former-member"  # stands where a name stood; shown in the reader's language

SENTENCES = {
    "match_running": _("You still play in a match. Finish it or resign first."),
    "last_owner": _("You are the last owner of a club with members. Make somebody else one first."),
    "last_superuser": _("Somebody must be left to run the site."),
}


class LeaveRefused(Exception):
    """Somebody cannot go yet; `sentence` says why in the active language."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)

    @property
    def sentence(self) -> str:
        """Return why not."""
        return gettext(SENTENCES[self.code])


def without_name(value: Any, name: str) -> Any:
    """Return stored data with every text that is exactly `name` replaced."""
    if isinstance(value, dict):
        return {key: without_name(inner, name) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_name(inner, name) for inner in value]
    return FORMER if value == name else value
