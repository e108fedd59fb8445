"""The admin's screen for challenge ladders; a ladder is run from its own pages."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from games.challenges.models import ChallengeLadder


@admin.register(ChallengeLadder)
class ChallengeLadderAdmin(ReadOnlyAdmin):
    """Find a challenge ladder."""

    list_display = ("name", "club", "game", "is_open", "created_at")
    list_select_related = ("club",)
    list_filter = ("is_open", "game")
    search_fields = ("name", "club__name")
