"""The admin's screens of moderation; decisions are made at the desk, which asks for a reason."""

from __future__ import annotations

from django.contrib import admin
from django.urls import reverse

from accounts.admin import ReadOnlyAdmin
from accounts.moderation.models import Decision, Report, Sanction


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Find a report; “view on site” leads to its page at the desk."""

    list_display = ("created_at", "kind", "subject", "reporter", "status", "match_code")
    list_select_related = ("subject", "reporter")
    list_filter = ("status", "kind")
    search_fields = ("subject__username", "reporter__username", "match_code")
    exclude = ("evidence",)  # the desk hides it from that match's players
    date_hierarchy = "created_at"

    def view_on_site(self, obj: Report) -> str:
        """Return the report's URL at the desk."""
        return reverse("moderation:case", args=[obj.pk])


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    """The audit."""

    list_display = ("at", "verb", "subject", "moderator", "until", "reason")
    list_select_related = ("subject", "moderator")
    list_filter = ("verb",)
    date_hierarchy = "at"


@admin.register(Sanction)
class SanctionAdmin(ReadOnlyAdmin):
    """The sanctions in force."""

    list_display = ("user", "kind", "until", "decided_by", "appealed_at")
    list_select_related = ("user", "decided_by")
    list_filter = ("kind",)
    search_fields = ("user__username",)
