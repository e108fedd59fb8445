"""The forms of a challenge ladder: its settings, and what is posted to it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.challenges.models import ChallengeLadder
from games.engine.contract import Rules
from games.engine.options import lengths_for
from games.matches.labels import LENGTHS, duration_label
from games.matches.services.table_create import RESERVE_SECONDS, TURN_SECONDS


class LadderForm(forms.ModelForm):
    """A ladder's name, match and rules; the game is chosen before and stays."""

    length = forms.ChoiceField(label=_("Length"))
    turn_seconds = forms.TypedChoiceField(label=_("Time per turn"), coerce=int)
    reserve_seconds = forms.TypedChoiceField(label=_("Time bank for the whole match"), coerce=int)

    class Meta:
        model = ChallengeLadder
        fields = [
            "name", "length", "turn_seconds", "reserve_seconds", "rated", "reach", "most_open",
            "answer_days", "play_days", "repeat_days", "free_declines", "idle_days", "away_weeks",
        ]  # fmt: skip

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lengths = [(key, LENGTHS[key]) for key in lengths_for(rules.meta, 2)]
        self._offer("length", lengths)
        self._offer("turn_seconds", [(one, duration_label(one)) for one in TURN_SECONDS])
        self._offer("reserve_seconds", [(one, duration_label(one)) for one in RESERVE_SECONDS])
        if len(lengths) < 2:
            del self.fields["length"]

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class AwayForm(forms.Form):
    """The last day of an absence."""

    until = forms.DateField(
        label=_("Away until"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
