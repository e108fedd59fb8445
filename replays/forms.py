"""What the list of replays can be narrowed down by; choices come from the games themselves."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.contract import GameMeta
from games.registry import all_rules
from replays.happenings import HAPPENINGS
from replays.reasons import reason_label

ANY = ("", _("Any"))


class ReplayFilter(forms.Form):
    """The filters of the list; everything may be left out."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(label=_("Player"), required=False, max_length=60)
    seats = forms.ChoiceField(label=_("Number of players"), required=False)
    variant = forms.ChoiceField(label=_("Variant"), required=False)
    reason = forms.ChoiceField(label=_("How it ended"), required=False)
    happened = forms.ChoiceField(label=_("What happened"), required=False)
    longest = forms.IntegerField(
        label=_("Actions at most"), required=False, min_value=1, max_value=99999
    )
    mine = forms.BooleanField(label=_("Only my matches"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        metas = [rules.meta for rules in all_rules().values()]
        counts = sorted({count for meta in metas for count in meta.allowed_seats()})
        reasons = dict.fromkeys(reason for meta in metas for reason in meta.end_reasons)
        self._choose("game", [(meta.key, gettext(meta.title)) for meta in metas])
        self._choose("seats", [(str(count), str(count)) for count in counts])
        self._choose("variant", [group for meta in metas if (group := variants(meta))[1]])
        self._choose("happened", [group for meta in metas if (group := happenings(meta))[1]])
        self._choose("reason", [(reason, reason_label(reason)) for reason in reasons])

    def _choose(self, name: str, choices: list[Any]) -> None:
        field = cast("forms.ChoiceField", self.fields[name])
        field.choices = [ANY, *choices]

    @property
    def is_narrowed(self) -> bool:
        """Tell whether any filter is set."""
        return self.is_valid() and any(self.cleaned_data.values())


def variants(meta: GameMeta) -> tuple[str, list[tuple[str, str]]]:
    """Return a game's title, and each of its options' values that is a word, with a label."""
    return gettext(meta.title), [
        (f"{meta.key}:{option.key}:{value}", f"{gettext(option.label)}: {gettext(label)}")
        for option in meta.options
        for value, label in option.value_labels.items()
        if isinstance(value, str)
    ]


def happenings(meta: GameMeta) -> tuple[str, list[tuple[str, str]]]:
    """Return a game's title, and what can have happened in its matches."""
    found = HAPPENINGS.get(meta.key, ())
    return gettext(meta.title), [(f"{meta.key}:{one.key}", gettext(one.label)) for one in found]
