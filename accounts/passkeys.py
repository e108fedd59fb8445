"""The forms of security keys, with their fields named in the reader's language."""

from __future__ import annotations

from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _


class AddKeyForm(AddWebAuthnForm):
    """Adding a key; allauth names its first field in English alone."""

    name = forms.CharField(label=_("Name"), required=False)


class EditKeyForm(EditWebAuthnForm):
    """Naming a key anew."""

    name = forms.CharField(label=_("Name"), required=True)
