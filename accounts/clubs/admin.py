"""The admin screen for clubs: for a secretary who maintains names, places and roles."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.clubs.models import Club, Membership


class Members(admin.TabularInline):
    """A club's members and their roles."""

    model = Membership
    extra = 0
    autocomplete_fields = ("user",)
    readonly_fields = ("joined_at",)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Find and correct clubs; they are founded on the site."""

    list_display = ("name", "place", "joining", "is_private", "created_at")
    list_filter = ("is_private", "joining")
    search_fields = ("name", "place")
    readonly_fields = ("slug", "created_at")
    inlines = (Members,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: a club needs a founder."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a club's events and their results must stay."""
        return False
