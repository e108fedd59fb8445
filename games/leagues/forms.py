"""The forms of a league: its settings, and when a season begins."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.contract import Rules
from games.engine.options import lengths_for
from games.leagues.models import League
from games.matches.labels import LENGTHS, duration_label
from games.matches.services.table_create import RESERVE_SECONDS, TURN_SECONDS
from games.tournaments.forms.short import MomentField

FINALS = {0: _("none: first in division 1"), 2: _("the first two"), 4: _("the first four"),
          8: _("the first eight")}  # fmt: skip
PLAYERS = ngettext_lazy("%(n)s player", "%(n)s players", "n")
LIVE = {
    "pace": "evenings",
    "every_days": 7,
    "a_date": 3,
    "turn_seconds": 60,
    "reserve_seconds": 120,
}
"""What a form for evenings opens with."""
FIRST = (
    "name", "table_size", "length", "division_size", "movers", "pace", "every_days", "a_date",
)  # fmt: skip


class LeagueForm(forms.ModelForm):
    """A league's name, tables, divisions, dates and clock; the game is chosen before and stays."""

    length = forms.ChoiceField(label=_("Length"))
    table_size = forms.TypedChoiceField(label=_("Players at a table"), coerce=int)
    finalists = forms.TypedChoiceField(
        label=_("Final"), coerce=int, choices=list(FINALS.items()),
        help_text=_("Decides who is champion, after the last round."),
    )  # fmt: skip
    turn_seconds = forms.TypedChoiceField(label=_("Time per turn"), coerce=int)
    reserve_seconds = forms.TypedChoiceField(label=_("Time bank for the whole match"), coerce=int)

    class Meta:
        model = League
        fields = [
            "name", "table_size", "length", "division_size", "movers", "pace", "every_days",
            "a_date", "turn_seconds", "reserve_seconds", "twice", "rounds", "newcomers",
            "finalists", "rated",
        ]  # fmt: skip
        help_texts = {
            "every_days": _("Over days: the time for each round."),
            "a_date": _("Live matches only."),
            "rounds": _("At tables of three or more. At tables of two, everyone meets everyone."),
            "twice": _("At tables of two."),
        }

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sizes = rules.meta.allowed_seats()
        self._offer("table_size", [(one, PLAYERS % {"n": one}) for one in sizes])
        lengths = [(key, LENGTHS[key]) for key in lengths_for(rules.meta, sizes[0])]
        self._offer("length", lengths)
        self._offer("turn_seconds", [(one, duration_label(one)) for one in TURN_SECONDS])
        self._offer("reserve_seconds", [(one, duration_label(one)) for one in RESERVE_SECONDS])
        if len(lengths) < 2:
            del self.fields["length"]

    @property
    def first(self) -> list[forms.BoundField]:
        """Return the fields that everybody looks at."""
        return [self[name] for name in FIRST if name in self.fields]

    @property
    def rare(self) -> list[forms.BoundField]:
        """Return the fields with a default that nearly always fits."""
        return [self[name] for name in self.fields if name not in FIRST]

    def is_rare(self) -> bool:
        """Tell whether one of the rare fields has an error."""
        return any(one.errors for one in self.rare)

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class StartForm(forms.Form):
    """When a season begins; empty for now."""

    starts_at = MomentField(
        label=_("First round"), required=False, help_text=_("Leave empty to begin now.")
    )
