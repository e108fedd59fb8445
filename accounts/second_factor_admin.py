"""The admin's screen of second factors: who has one, and a way to help who lost it.

What a second factor is made of, seeds and recovery codes, is nobody's to read or to set.
Imported once allauth has registered its own screen, which shows them.
"""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest

from accounts.admin_tools import LookOnly

admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class SecondFactorAdmin(LookOnly):
    """See that somebody has one; remove one that was lost."""

    list_display = fields = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("type",)
    search_fields = ("user__username",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever has the right may."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
