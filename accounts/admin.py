"""The admin screen for accounts. People are barred at the moderators' desk."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class Addresses(admin.TabularInline):
    """A person's e-mail addresses, and whether they are verified."""

    model = EmailAddress
    extra = 0


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Find people, help with addresses, give rights."""

    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "email")}),
        (_("Permissions"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Important dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")
    inlines = (Addresses,)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: people leave on their own; deleting a row would break others' pages."""
        return False
