"""The Django app `accounts`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Users, their profiles and preferences."""

    name = "accounts"
    verbose_name = _("People")
    demo = "accounts.demo.accounts_steps"
