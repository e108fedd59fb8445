"""The form of a season or series: its name, the results that count, the points of its places."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tournaments.models import Season
from games.tournaments.rank.season import PointsRule
from games.tournaments.refusals import SENTENCES

MOST_PLACES = 50
MOST_POINTS = 1000
BETWEEN = re.compile(r"[\s,;/·]+|(?<=[0-9])[-–](?=[0-9])")
WRONG = _(SENTENCES["bad_points"])


class PointsField(forms.CharField):
    """The points of each place, from the first; empty for a share of the field beaten."""

    def clean(self, value: Any) -> tuple[int, ...] | None:
        """Return the points by place."""
        words = BETWEEN.sub(" ", super().clean(value) or "").split()
        if not all(one.isascii() and one.isdigit() and len(one) <= 4 for one in words):
            raise forms.ValidationError(WRONG, code="invalid")
        points = tuple(int(one) for one in words)
        is_sound = list(points) == sorted(points, reverse=True) and len(points) <= MOST_PLACES
        if points and not (is_sound and 1 <= points[0] <= MOST_POINTS):
            raise forms.ValidationError(WRONG, code="invalid")
        return points or None


class SeasonForm(forms.Form):
    """A season's name, how many results count, and how places give points."""

    name = forms.CharField(label=pgettext_lazy("of a season", "Name"), max_length=60)
    best_of = forms.IntegerField(
        label=_("Results that count"), required=False, min_value=1, max_value=100,
        help_text=_("Leave empty to count all."),
    )  # fmt: skip
    points = PointsField(
        label=_("Points by place"), required=False, max_length=300,
        help_text=_("For example: 25 18 15 12 10. Leave empty for 100 to the winner, and less in "
                    "even steps down to the last place."),
    )  # fmt: skip
    attendance = forms.IntegerField(
        label=_("Points for attendance"), required=False, min_value=0, max_value=MOST_POINTS,
        help_text=_("Everyone who plays in an event gets these, too."),
    )  # fmt: skip

    def about(self) -> dict[str, Any]:
        """Return the name and the number of results that count."""
        return {key: self.cleaned_data[key] for key in ("name", "best_of")}

    def rule(self) -> PointsRule:
        """Return how places give points."""
        return PointsRule(self.cleaned_data["points"], self.cleaned_data["attendance"] or 0)


def values_of_season(season: Season) -> dict[str, Any]:
    """Return the initial values of a season's form."""
    return {
        "name": season.name,
        "best_of": season.best_of,
        "points": " ".join(map(str, season.points or ())),
        "attendance": season.attendance or None,
    }
