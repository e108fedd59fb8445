"""The forms for security keys, with translated labels."""

from __future__ import annotations

from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _


class AddKeyForm(AddWebAuthnForm):
    """Adding a key; allauth does not translate its first label."""

    name = forms.CharField(label=_("Name"), required=False)


class EditKeyForm(EditWebAuthnForm):
    """Renaming a key."""

    name = forms.CharField(label=_("Name"), required=True)
