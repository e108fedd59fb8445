"""allauth's forms for log-in, sign-up and security keys.

Log-in and sign-up take constant time whether or not the account exists. Hashing a password is all
that takes time: every submitted form does it exactly once.
"""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.redirects import page_after_login


class LoginForm(AllauthLoginForm):
    """The log-in form. It treats input with an @ as an e-mail address only: no name contains one.

    Its first field is labelled by what to enter. People stay signed in unless they choose
    otherwise, as they do after signing up.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = login.widget.attrs.pop("placeholder")
        login.widget.attrs["autocomplete"] = "username"  # for password managers
        self.fields["password"].widget.attrs.pop("placeholder", None)
        self.fields["remember"].initial = True
        if wanted := page_after_login(self.request):
            self.fields["password"].help_text = format_html(
                '<a href="{}?{}">{}</a>',
                reverse("account_reset_password"),
                urlencode({"next": wanted}),
                _("Forgot your password?"),
            )

    def user_credentials(self) -> dict[str, Any]:
        """Return the name or the address, and the password.

        allauth would try an address as a name too, and so hash twice for a known address.
        """
        credentials: dict[str, Any] = super().user_credentials()
        if "email" in credentials:
            del credentials["username"]
        return credentials


class SignupForm(AllauthSignupForm):
    """The sign-up form, which states the rules for names and passwords beside the fields.

    No placeholders: they would repeat the labels.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = User._meta.get_field("username").help_text
        self.fields["password1"].help_text = _("At least 8 characters, and hard to guess.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def try_save(self, request: HttpRequest) -> Any:
        """Create the account; if the address has one already, mail it to say so."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)


class CodeForm(AuthenticateForm):
    """The second-factor form, with advice for people who have lost their key or device."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _(
            "Lost your key or device? Use one of your recovery codes instead. Each works once."
        )


class AddKeyForm(AddWebAuthnForm):
    """Adding a key; allauth does not translate its first label."""

    name = forms.CharField(label=_("Name"), required=False)


class EditKeyForm(EditWebAuthnForm):
    """Renaming a key."""

    name = forms.CharField(label=_("Name"), required=True)
