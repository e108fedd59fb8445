"""The form in which a director writes down a champion from before."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

FIRST_YEAR = 1800


class ChampionForm(forms.Form):
    """Year, title and name."""

    year = forms.IntegerField(label=_("Year"), min_value=FIRST_YEAR)
    title = forms.CharField(label=pgettext_lazy("of a champion", "Title"), max_length=80)
    champion = forms.CharField(label=pgettext_lazy("of a champion", "Name"), max_length=40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["year"].widget.attrs["max"] = timezone.now().year

    def clean_year(self) -> int:
        """Return a year that has begun."""
        year: int = self.cleaned_data["year"]
        if year > timezone.now().year:
            raise forms.ValidationError(_("Write a year that has begun."), code="invalid")
        return year
