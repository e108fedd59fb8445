"""Shared by the admin screens: history is read-only there."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # it takes none at run time
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
