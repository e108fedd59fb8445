"""Where django-allauth asks the site: how a name is stored."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter

from accounts.names import normal_name


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own, with one form for every name."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as stored; raises ValidationError for one that is refused or taken."""
        name: str = super().clean_username(normal_name(username), shallow)
        return name
