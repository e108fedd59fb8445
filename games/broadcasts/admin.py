"""The admin's screen for broadcasts; one is run from its event's page."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from games.broadcasts.models import Broadcast


@admin.register(Broadcast)
class BroadcastAdmin(ReadOnlyAdmin):
    """Find a broadcast."""

    list_display = ("tournament", "delay", "amount", "started_by", "started_at", "ended_at")
    list_select_related = ("tournament", "started_by")
    search_fields = ("code", "tournament__name")
