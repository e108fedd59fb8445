"""The admin's screens for events and seasons; an event is run from its own console."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from games.tournaments.models import Season, Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    """Find an event; “view on site” leads to its page."""

    list_display = ("name", "game", "club", "phase", "round", "entries", "starts_at", "created_at")
    list_select_related = ("club",)
    list_filter = ("phase", "game", "format")
    search_fields = ("name", "code", "club__name")
    date_hierarchy = "created_at"
    exclude = ("tables_due",)

    def view_on_site(self, obj: Tournament) -> str:
        """Return the event's address."""
        return f"/tournaments/{obj.code}/"


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    """Find a season."""

    list_display = ("name", "club", "is_open", "best_of", "created_at")
    list_select_related = ("club",)
    list_filter = ("is_open",)
    search_fields = ("name", "club__name")
