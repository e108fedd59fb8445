"""The forms of a club's pages."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.clubs.crest import COLOURS, METALS, SHAPES, SIGNS
from accounts.clubs.models import Club, JoinRequest, NewsItem


class ClubForm(forms.ModelForm):
    """A club's name, text, and who may see and join it."""

    class Meta:
        model = Club
        fields = ["name", "place", "about", "joining", "is_private", "bars_no_shows"]
        widgets = {"about": forms.Textarea(attrs={"rows": 5})}


class CrestForm(forms.Form):
    """The parts of a club's crest."""

    shape = forms.ChoiceField(label=_("Shape"), choices=SHAPES)
    colour = forms.ChoiceField(label=_("Colour"), choices=COLOURS)
    metal = forms.ChoiceField(label=_("Rim and sign"), choices=METALS)
    sign = forms.ChoiceField(label=_("Sign"), choices=SIGNS)


class JoinForm(forms.ModelForm):
    """A message with the request to join."""

    class Meta:
        model = JoinRequest
        fields = ["message"]


class NewsForm(forms.ModelForm):
    """A notice."""

    class Meta:
        model = NewsItem
        fields = ["title", "text"]
        widgets = {"text": forms.Textarea(attrs={"rows": 4})}


class WebhookForm(forms.Form):
    """The address of a webhook."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://example.org/kibitz"}),
    )
