"""The admin's screen for leagues; a league is run from its own pages."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from games.leagues.models import League


@admin.register(League)
class LeagueAdmin(ReadOnlyAdmin):
    """Find a league."""

    list_display = ("name", "club", "game", "is_open", "created_at")
    list_select_related = ("club",)
    list_filter = ("is_open", "game")
    search_fields = ("name", "club__name")
