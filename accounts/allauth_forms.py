"""allauth's forms for coming in, which take as long whether or not there is such an account.

Scrambling a password is all that takes time: it happens once for every form that is sent.
"""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.mfa.base.forms import AuthenticateForm
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.way_back import way_in_for


class LoginForm(AllauthLoginForm):
    """The form that takes an address for an address alone: no name has an @ in it.

    Its first field is called what is to be entered, not what one is about to do. Who signs in
    stays so, as who signs up does, unless they choose otherwise.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = login.widget.attrs.pop("placeholder")
        login.widget.attrs["autocomplete"] = "username"  # what password managers look for
        self.fields["password"].widget.attrs.pop("placeholder", None)
        self.fields["remember"].initial = True
        if wanted := way_in_for(self.request):
            self.fields["password"].help_text = format_html(
                '<a href="{}?{}">{}</a>',
                reverse("account_reset_password"),
                urlencode({"next": wanted}),
                _("Forgot your password?"),
            )

    def user_credentials(self) -> dict[str, Any]:
        """Return the name or the address, and the password.

        allauth would try an address as a name too, and so a wrong password twice where it is known.
        """
        credentials: dict[str, Any] = super().user_credentials()
        if "email" in credentials:
            del credentials["username"]
        return credentials


class SignupForm(AllauthSignupForm):
    """The form that says before the first try, beside its field, what a name and a password may be.

    Labels say what a field is for; nothing in the fields repeats them.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = User._meta.get_field("username").help_text
        self.fields["password1"].help_text = _("At least 8 characters, and hard to guess.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def try_save(self, request: HttpRequest) -> Any:
        """Make the account, or where the address has one send it a mail that says so."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)


class CodeForm(AuthenticateForm):
    """The form after the password that says what helps whoever has lost their key or device."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _(
            "Lost your key or device? One of your recovery codes works here, too, once each."
        )
