"""The filters of the replay list; their choices come from the games themselves."""

from __future__ import annotations

import json
from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.contract import GameMeta, Option, Rules
from games.engine.options import complete_options
from games.matches.labels import reason_label
from games.registry import all_rules

ANY = ("", _("Any"))
MOST_VALUES = 24
OWN = ("mine", "marked")


class ReplayFilter(forms.Form):
    """The filters of the list, all optional."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(label=_("Player"), required=False, max_length=60)
    seats = forms.ChoiceField(label=_("Number of players"), required=False)
    variant = forms.ChoiceField(label=_("Variant"), required=False)
    reason = forms.ChoiceField(label=_("How it ended"), required=False)
    happened = forms.ChoiceField(label=_("What happened"), required=False)
    club = forms.CharField(label=_("Club"), required=False, max_length=60)
    event = forms.CharField(label=_("Event"), required=False, max_length=80)
    shortest = forms.IntegerField(
        label=_("Min. actions"), required=False, min_value=1, max_value=99999
    )
    longest = forms.IntegerField(
        label=_("Max. actions"), required=False, min_value=1, max_value=99999
    )
    mine = forms.BooleanField(label=_("Only my matches"), required=False)
    marked = forms.BooleanField(label=_("Only with moments I’ve marked"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = all_rules().values()
        metas = [rules.meta for rules in games]
        counts = sorted({count for meta in metas for count in meta.allowed_seats()})
        reasons = dict.fromkeys(reason for meta in metas for reason in meta.end_reasons)
        self._choose("game", [(meta.key, gettext(meta.title)) for meta in metas])
        self._choose("seats", [(str(count), str(count)) for count in counts])
        self._choose("variant", [group for meta in metas if (group := variants(meta))[1]])
        self._choose("happened", [group for rules in games if (group := happenings(rules))[1]])
        self._choose("reason", [(reason, reason_label(reason)) for reason in reasons])

    def choices(self) -> list[forms.BoundField]:
        """Return the filters for everybody."""
        return [field for field in self if field.name not in OWN]

    def own(self) -> list[forms.BoundField]:
        """Return the filters for signed-in people only."""
        return [self[name] for name in OWN]

    def _choose(self, name: str, choices: list[Any]) -> None:
        field = cast("forms.ChoiceField", self.fields[name])
        field.choices = [ANY, *choices]

    @property
    def is_narrowed(self) -> bool:
        """Tell whether any filter is set."""
        return self.is_valid() and any(self.cleaned_data.values())


def variants(meta: GameMeta) -> tuple[str, list[tuple[str, str]]]:
    """Return a game's title, and each value of its options with a label."""
    return gettext(meta.title), [
        (f"{meta.key}:{option.key}:{variant_key(value)}", _variant_label(option, value))
        for option in meta.choices
        for value in _values_of(meta, option)
    ]


def variant_key(value: Any) -> str:
    """Return an option's value as written in a URL: strings as they are, others as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def _values_of(meta: GameMeta, option: Option) -> list[Any]:
    """Return an option's possible values over all numbers of seats, without free-form ones."""
    found: dict[str, Any] = {}
    for seats in meta.allowed_seats():
        for value in option.values(seats, complete_options(meta, seats, {})) or ():
            found.setdefault(json.dumps(value), value)
    found |= {json.dumps(value): value for value in option.value_labels}
    return list(found.values()) if len(found) <= MOST_VALUES else []


def _variant_label(option: Option, value: Any) -> str:
    shown = gettext(option.value_labels[value]) if value in option.value_labels else str(value)
    if isinstance(value, bool) and value not in option.value_labels:
        shown = gettext("yes") if value else gettext("no")
    return f"{gettext(option.label)}: {shown}"


def happenings(rules: Rules) -> tuple[str, list[tuple[str, str]]]:
    """Return a game's title, and the notable events its matches can be filtered by."""
    game = rules.meta.key
    found = [(f"{game}:{one.key}", gettext(one.label)) for one in rules.meta.happenings]
    return gettext(rules.meta.title), found
