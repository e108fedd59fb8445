"""The small forms of events; the large one is `forms.EventForm`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

from django import forms
from django.db.models import Q
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
    """The club's season, or series, that an event's places count for, or none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            Season.objects.none(),
            required=False,
            empty_label=_("none"),
            **kwargs,
        )

    def label_from_instance(self, obj: Season) -> str:
        """Return a season's name, marking the running one."""
        running = pgettext("season", "current")
        return f"{obj.name} ({running})" if obj.is_open and not obj.is_series else obj.name


COUNTS = _("Counts towards the season")
IN_SERIES = _("Counts towards the series")
PRIZES = _("Prizes")
PRIZES_HELP = _("One line for each place, the first place first. Up to 10 places.")
MOST_PRIZES = 10


class PrizesField(forms.CharField):
    """Prizes by place, a line for each, without empty lines at the end."""

    widget = forms.Textarea

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=PRIZES,
            required=False,
            max_length=1000,
            help_text=PRIZES_HELP,
            widget=forms.Textarea(attrs={"rows": 3}),
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        """Return the lines, stripped; those in between may be empty."""
        lines = [one.strip() for one in super().clean(value).splitlines()]
        if len(lines) > MOST_PRIZES:
            raise forms.ValidationError(PRIZES_HELP, code="invalid")
        return "\n".join(lines)


def season_of(form: forms.BaseForm, club: Club | None) -> None:
    """Offer a club's seasons and open series; drop a field that has nothing to offer.

    The running season is first, and chosen at first. A series that ended stays chosen.
    """
    seasons = Season.objects.filter(club=club, is_series=False).order_by("-is_open", "-pk")
    had = form.initial.get("series")
    still = Q(is_open=True) | Q(pk=getattr(had, "pk", had))
    series = Season.objects.filter(still, club=club, is_series=True).order_by("-pk")
    for name, offered in (("season", seasons), ("series", series)):
        if not offered:
            del form.fields[name]
            continue
        field = cast("SeasonField", form.fields[name])
        field.queryset = offered
        field.initial = offered[0] if name == "season" and offered[0].is_open else None


class AboutForm(forms.ModelForm):  # type: ignore[type-arg]  # it takes none at run time
    """What can still be changed once an event has begun: its description."""

    class Meta:
        model = Tournament
        fields = ["name", "about", "prizes", "starts_at", "embargo_until", "season", "series"]
        labels = {
            "name": pgettext_lazy("of an event", "Name"),
            "about": _("About the event"),
            "starts_at": _("Starts"),
            "embargo_until": _("Replays visible from"),
        }
        help_texts = {"embargo_until": EMBARGO_HELP}
        widgets = {"about": forms.Textarea(attrs={"rows": 3})}
        field_classes = {"starts_at": MomentField, "embargo_until": MomentField}

    prizes = PrizesField()
    season = SeasonField(
        label=COUNTS,
        help_text=_(
            "Its places earn points there right away. Its matches stay on the ladder of "
            "the season in which their table was created."
        ),
    )
    series = SeasonField(label=IN_SERIES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        season_of(self, self.instance.club)
