"""The admin screen for accounts, and the base of read-only screens.

People are barred on the moderators' pages."""

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


class ReadOnlyAdmin(admin.ModelAdmin):
    """A read-only screen, for rows that only the site itself writes."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse adding."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse changing; Django then shows every field as text."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse deleting."""
        return False
