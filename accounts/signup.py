"""allauth's sign-up form, which says before the first try what a name may be."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm

from accounts.models import User


class SignupForm(AllauthSignupForm):
    """The form with the name's rules beside its field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = User._meta.get_field("username").help_text
