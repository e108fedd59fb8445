"""Every table that points to a person: which of its fields they are given, or why none.

Tables are named by label, since apps above this one are among them. A table that is not named here
fails the tests.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import models

from accounts.models import User

WHOLE = "*"

# model and field that points to the person: the fields of a copy, WHOLE, or a reason in brackets
RELATIONS: dict[str, tuple[str, ...] | str] = {
    "account.EmailAddress.user": ("email", "verified", "primary"),
    "accounts.Preferences.user": WHOLE,
    "admin.LogEntry.user": ("action_time", "object_repr", "change_message"),
    "clubs.JoinRequest.user": ("club__name", "message", "created_at"),
    "clubs.Membership.user": ("club__name", "role", "joined_at"),
    "matches.Invitation.user": ("match__code", "created_at"),
    "matches.NoShow.user": ("match__code", "at"),
    "matches.Seat.user": (
        "match__code", "match__game", "match__status", "match__started_at", "match__finished_at",
        "number", "name", "rank", "score", "joined_at",
    ),
    "mfa.Authenticator.user": ("type", "created_at", "last_used_at"),
    "moderation.Decision.moderator": "(the audit of the site, not of the moderator)",
    "moderation.Decision.subject": ("verb", "reason", "until", "at"),
    "moderation.Report.reporter": ("kind", "text", "match_code", "status", "created_at"),
    "moderation.Report.subject": "(who reported somebody stays between them and the moderators)",
    "moderation.Sanction.user": ("kind", "reason", "until", "appeal", "created_at"),
    "people.Notice.user": ("kind", "text", "args", "created_at", "read_at"),
    "people.Presence.user": WHOLE,
    "people.Tie.other": "(what others decided about a person is theirs)",
    "people.Tie.owner": ("kind", "other__username", "created_at"),
    "ratings.RatingChange.player": (
        "ladder__game", "ladder__mode", "match", "finished_at", "mu_before", "sigma_before",
        "mu_after", "sigma_after",
    ),
    "ratings.Standing.player": (
        "ladder__game", "ladder__mode", "mu", "sigma", "matches", "last_at",
    ),
    "replays.Comment.author": ("match__code", "ply", "text", "created_at"),
    "replays.Moment.author": ("match__code", "ply", "title", "created_at"),
    "replays.Tour.author": ("match__code", "title", "published", "created_at"),
    "tokens.Token.user": ("name", "scope", "created_at", "used_at"),
    "tournaments.SeasonAward.user": ("season__name", "tournament__name", "place", "points"),
    "usersessions.UserSession.user": ("created_at", "last_seen_at", "ip", "user_agent"),
}  # fmt: skip


def relations() -> dict[str, models.ForeignObjectRel]:
    """Return every relation to a person by its name in the table above."""
    return {
        f"{one.related_model._meta.label}.{one.field.name}": one
        for one in User._meta.related_objects
        if apps.is_installed(one.related_model._meta.app_config.name)
    }


def copy_of(name: str, relation: models.ForeignObjectRel, user: User) -> list[dict[str, Any]]:
    """Return a person's rows of one table, as far as they are theirs to have."""
    wanted = RELATIONS[name]
    if isinstance(wanted, str) and wanted != WHOLE:
        return []
    fields = () if wanted == WHOLE else wanted
    rows = relation.related_model._default_manager.filter(**{relation.field.name: user})
    return list(rows.order_by("pk").values(*fields))
