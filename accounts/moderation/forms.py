"""The form of a report."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.moderation.models import Report
from accounts.moderation.services import MAX_TEXT


class ReportForm(forms.Form):
    """The reason, and what happened in one's own words."""

    kind = forms.ChoiceField(
        label=_("What’s this about?"), choices=Report.Kind, widget=forms.RadioSelect
    )
    text = forms.CharField(
        label=_("What happened?"),
        required=False,
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
