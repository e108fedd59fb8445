"""The admin's screen of clubs: for a secretary who keeps names, places and roles in order."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.clubs.models import Club, Membership


class Members(admin.TabularInline):
    """Who belongs to a club, and as what."""

    model = Membership
    extra = 0
    autocomplete_fields = ("user",)
    readonly_fields = ("joined_at",)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Find and correct a club; founding one is done on its own page."""

    list_display = ("name", "place", "joining", "is_private", "created_at")
    list_filter = ("is_private", "joining")
    search_fields = ("name", "place")
    readonly_fields = ("slug", "created_at")
    inlines = (Members,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A club has a founder."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Its events and their results stay."""
        return False
