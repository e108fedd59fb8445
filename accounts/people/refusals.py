"""What cannot be decided about other people, with the sentence for whoever tried."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

SENTENCES = {
    "about_oneself": _("That is you."),
    "no_such_tie": _("There is no such choice."),
    "blocked": _("One of you has blocked the other."),
    "too_many_ties": _("You have chosen as many people as can be kept."),
}


class PeopleRefused(Exception):
    """Something was asked about a person that cannot be done; nothing has changed."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.key = SENTENCES[code]
        super().__init__(code)

    @property
    def sentence(self) -> str:
        """Return why not, in the active language."""
        return gettext(self.key)
