"""The form of a new key."""

from __future__ import annotations

from django import forms

from accounts.tokens.models import Token


class TokenForm(forms.ModelForm):
    """What a new key is for, and how far it reaches."""

    class Meta:
        model = Token
        fields = ("name", "scope")
        widgets = {"scope": forms.RadioSelect}
