"""The small forms of events and seasons; the large one is `forms.EventForm`."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tournaments.models import Tournament
from games.tournaments.moment_field import MomentField

EMBARGO_HELP = _("Until then only those who played a match see its replay. Empty: at once.")


class AboutForm(forms.ModelForm):  # type: ignore[type-arg]  # it takes none at run time
    """What may still be changed once an event has begun: what is told about it."""

    class Meta:
        model = Tournament
        fields = ["name", "about", "starts_at", "embargo_until"]
        labels = {
            "name": pgettext_lazy("of an event", "Name"),
            "about": _("About the event"),
            "starts_at": _("Begins"),
            "embargo_until": _("Replays are shown from"),
        }
        help_texts = {"embargo_until": EMBARGO_HELP}
        widgets = {"about": forms.Textarea(attrs={"rows": 3})}
        field_classes = {"starts_at": MomentField, "embargo_until": MomentField}


class SeasonForm(forms.Form):
    """A season's name, and how many results count."""

    name = forms.CharField(label=pgettext_lazy("of a season", "Name"), max_length=60)
    best_of = forms.IntegerField(
        label=_("Results that count"), required=False, min_value=1, max_value=100,
        help_text=_("Empty: all of them."),
    )  # fmt: skip
