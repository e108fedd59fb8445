"""The admin's screen of matches: who, when, how it ended. Never a hand, a move or a secret.

Events, actions and secrets are not registered, and no field here is computed from a state.
"""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from games.matches.models import Match, Seat


class Seats(admin.TabularInline):
    """Who sits where."""

    model = Seat
    fields = ("number", "name", "user", "bot", "stand_in", "is_away", "rank", "score")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, *args: object) -> bool:
        """Forbid adding seats: they are created with their match."""
        return False


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Find a match by its code or by who played."""

    list_display = ("code", "game", "status", "rated", "visibility", "created_at", "finished_at")
    list_filter = ("status", "game", "rated", ("retry_at", admin.EmptyFieldListFilter))
    search_fields = ("code", "seats__name")
    date_hierarchy = "created_at"
    fields = (
        "code", "game", "ruleset", "options", "status", "visibility", "owner", "club", "rated",
        "practice", "created_at", "started_at", "finished_at", "turn_seconds", "reserve_seconds",
        "deadline_at", "failures", "retry_at", "ply", "commitment", "result",
    )  # fmt: skip
    inlines = (Seats,)

    def view_on_site(self, obj: Match) -> str:
        """Return the match's URL, where staff see only what any stranger sees."""
        return f"/matches/{obj.code}/"
