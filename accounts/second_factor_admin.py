"""The admin screen for second factors: see who has one, and remove a lost one.

Nobody may read or set its secrets, seeds and recovery codes.
Must be imported after allauth has registered its own screen, which shows them.
"""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest

from accounts.admin import ReadOnlyAdmin

admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnlyAdmin):
    """See who has a second factor; remove a lost one."""

    list_display = fields = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("type",)
    search_fields = ("user__username",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Follow the ordinary permission."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
