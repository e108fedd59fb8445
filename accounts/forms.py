"""The preferences form. Scripts apply its inputs to the page at once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from accounts.models import Preferences

# field → the attribute of <html> that static/js/scheme.js sets
SETTINGS = {"scheme": "scheme", "deck": "deck", "card_size": "card-size", "motion": "motion"}
PLAY = (
    "confirm_play", "auto_sort", "auto_pass", "bot_emotes", "hear_searches", "hear_mentions",
    "puzzles",
)  # fmt: skip
PUSHES = (
    "push_turns", "push_tables", "push_invitations", "push_rounds", "push_announcements",
    "push_mentions",
)  # fmt: skip
MAILS = ("mail_turns", "mail_notices")


def language_choices() -> list[tuple[str, Any]]:
    """Return every language by its own name, after the browser's default."""
    names = [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]
    return [("", _("Same as browser")), *names]


class PreferencesForm(forms.ModelForm):
    """All preferences of one person."""

    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=language_choices, widget=forms.RadioSelect
    )

    class Meta:
        model = Preferences
        exclude = ["user"]  # noqa: DJ006 - every preference is meant to be here
        widgets = {
            **{
                name: forms.RadioSelect(attrs={"data-setting": attribute})
                for name, attribute in SETTINGS.items()
            },
            "sound": forms.CheckboxInput(attrs={"role": "switch", "data-sound": "on"}),
            "volume": forms.NumberInput(
                attrs={"type": "range", "min": 0, "max": 100, "step": 5, "data-sound": "volume"}
            ),
            **{
                name: forms.CheckboxInput(attrs={"role": "switch"})
                for name in (
                    *PLAY,
                    *PUSHES,
                    *MAILS,
                )
            },
        }

    def look(self) -> list[forms.BoundField]:
        """Return the fields for how cards and pages look."""
        return [self[name] for name in ("scheme", "deck", "card_size", "motion")]

    def sounds(self) -> list[forms.BoundField]:
        """Return the fields for sound."""
        return [self["sound"], self["volume"]]

    def pushes(self) -> list[forms.BoundField]:
        """Return the fields for what the person's devices are told."""
        return [self[name] for name in PUSHES]

    def mails(self) -> list[forms.BoundField]:
        """Return the fields for mails."""
        return [self[name] for name in MAILS]

    def play(self) -> list[forms.BoundField]:
        """Return the fields for how one plays."""
        return [self[name] for name in PLAY]
