"""The small forms of events and seasons; the large one is `forms.EventForm`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from accounts.clubs.models import Club
from games.tournaments.models import Season, Tournament

FIRST, LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2999, 12, 31, 23, 59, tzinfo=UTC)
TYPED = "%Y-%m-%dT%H:%M"


class MomentField(forms.DateTimeField):
    """A moment between FIRST and LAST.

    The database stores values Python cannot read back: the end of the year 9999 in a zone behind
    UTC. One such row would break every page that lists it.
    """

    def __init__(self, **kwargs: Any) -> None:
        bounds = {"min": FIRST.strftime(TYPED), "max": LAST.strftime(TYPED)}
        widget = forms.DateTimeInput({"type": "datetime-local", **bounds}, format=TYPED)
        super().__init__(**{"widget": widget, **kwargs})

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment that was sent."""
        moment: datetime | None = super().to_python(value)
        if moment is not None and not FIRST <= moment <= LAST:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return moment

    def prepare_value(self, value: Any) -> Any:
        """Return what the widget shows; a redrawn form keeps what was sent."""
        if isinstance(value, str):
            try:
                value = self.to_python(value)
            except forms.ValidationError:
                return value
        return super().prepare_value(value)


EMBARGO_HELP = _(
    "Until then, only a match’s players can watch its replay. Leave empty to show "
    "replays right away."
)


class SeasonField(forms.ModelChoiceField):  # type: ignore[type-arg]  # none at run time
    """The club's season that an event's places count for, or none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            Season.objects.none(),
            label=_("Counts towards the season"),
            required=False,
            empty_label=_("none"),
            **kwargs,
        )

    def label_from_instance(self, obj: Season) -> str:
        """Return a season's name, marking the running one."""
        running = pgettext("season", "current")
        return f"{obj.name} ({running})" if obj.is_open else obj.name


def season_of(form: forms.BaseForm, club: Club | None) -> None:
    """Offer a club's seasons in a form, the running one first; drop the field if there are none."""
    seasons = Season.objects.filter(club=club).order_by("-is_open", "-pk")
    if not seasons:
        del form.fields["season"]
        return
    field = cast("SeasonField", form.fields["season"])
    field.queryset, field.initial = seasons, seasons[0] if seasons[0].is_open else None


class AboutForm(forms.ModelForm):  # type: ignore[type-arg]  # it takes none at run time
    """What can still be changed once an event has begun: its description."""

    class Meta:
        model = Tournament
        fields = ["name", "about", "starts_at", "embargo_until", "season"]
        labels = {
            "name": pgettext_lazy("of an event", "Name"),
            "about": _("About the event"),
            "starts_at": _("Starts"),
            "embargo_until": _("Replays visible from"),
        }
        help_texts = {"embargo_until": EMBARGO_HELP}
        widgets = {"about": forms.Textarea(attrs={"rows": 3})}
        field_classes = {"starts_at": MomentField, "embargo_until": MomentField}

    season = SeasonField(
        help_text=_(
            "Its places earn points there right away. Its matches stay on the ladder of "
            "the season in which their table was created."
        )
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        season_of(self, self.instance.club)


class SeasonForm(forms.Form):
    """A season's name, and how many results count."""

    name = forms.CharField(label=pgettext_lazy("of a season", "Name"), max_length=60)
    best_of = forms.IntegerField(
        label=_("Results that count"), required=False, min_value=1, max_value=100,
        help_text=_("Leave empty to count all."),
    )  # fmt: skip
