"""The folded parts of an event's form: their fields, and a summary of their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from games.matches.phrases import listing

FOLDS = {
    "options": _("Game options"),
    "course": _("Rounds and final stage"),
    "table": _("Tables and clock"),
    "entry": _("Players"),
    "rare": _("Pairings, points and tie-breaks"),
    "told": _("Description, prizes and season"),
}
AS_EMPTY = ("", "0", "none", "usual", "None")
"""Choices that say nothing."""
BOXES = ("checkbox", "checkboxselectmultiple")


class Fold(NamedTuple):
    """A folded part: its fields, those that are ticked apart; open if one has an error."""

    key: str
    fields: list[forms.BoundField]
    boxes: list[forms.BoundField]

    @property
    def title(self) -> Any:
        """Return its name."""
        return FOLDS[self.key]

    @property
    def is_open(self) -> bool:
        """Tell whether one of its fields was refused."""
        return any(one.errors for one in [*self.fields, *self.boxes])

    @property
    def summary(self) -> str:
        """Return its values in words; empty if there are none."""
        told = [_told(one) for one in [*self.fields, *self.boxes]]
        return " · ".join([one for one in told if one])


def fold_of(key: str, fields: Sequence[forms.BoundField]) -> Fold:
    """Return a folded part with the fields that are in sight once it is open."""
    seen = [one for one in fields if not one.is_hidden]
    boxes = [one for one in seen if one.widget_type in BOXES]
    return Fold(key, [one for one in seen if one.widget_type not in BOXES], boxes)


def _told(field: forms.BoundField) -> str:
    """Return a field's value in words: its label, and a choice or a number behind it."""
    value = field.value()
    if value is None or value is False or value == "":
        return ""
    if isinstance(field.field, forms.ChoiceField | forms.ModelChoiceField):
        chosen = [str(one) for one in (value if isinstance(value, list) else [value])]
        choices = [(str(key), str(label)) for key, label in cast(Any, field.field).choices]
        shown = listing([label for key, label in choices if key in chosen] or chosen)
        if all(one in AS_EMPTY for one in chosen):
            return ""
    elif isinstance(field.field, forms.IntegerField):
        shown = str(value)
    else:
        return str(field.label)
    return f"{field.label}{pgettext('after a label', ': ')}{shown}"
