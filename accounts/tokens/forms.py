"""The form of a new key."""

from __future__ import annotations

from django import forms

from accounts.tokens.models import Token


class TokenForm(forms.ModelForm):
    """A new key's name and scope."""

    class Meta:
        model = Token
        fields = ("name", "scope")
        widgets = {"scope": forms.RadioSelect}
