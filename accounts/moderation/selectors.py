"""Reads reports, sanctions and the audit log."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.moderation.models import Decision, Report, Sanction


def is_muted(user_id: int) -> bool:
    """Tell whether a person is muted by the moderators now."""
    holds = Q(until=None) | Q(until__gt=Now())
    return Sanction.objects.filter(holds, user=user_id, kind=Sanction.Kind.MUTE).exists()


def queue() -> QuerySet[Report]:
    """Return the open reports, those about the most-reported people first, then the oldest."""
    others = Count("subject__reports", filter=Q(subject__reports__status=Report.Status.OPEN))
    found = Report.objects.filter(status=Report.Status.OPEN).annotate(open_about=others)
    return found.select_related("reporter", "subject").order_by("-open_about", "created_at")


def appeals() -> QuerySet[Sanction]:
    """Return the unanswered appeals, oldest first."""
    waiting = Sanction.objects.filter(appealed_at__isnull=False, appeal_refused=False)
    return waiting.select_related("user", "decided_by").order_by("appealed_at")


def may_read_evidence(report: Report, moderator: Any) -> bool:
    """Tell whether a moderator may read it now: not while playing in that match.

    It may contain spectators' talk. The match belongs to an app above this one.
    """
    seats = apps.get_model("matches.Seat")._default_manager
    return not seats.filter(
        user=moderator, match__code=report.match_code, match__status="running"
    ).exists()


def history_of(user: User | None) -> QuerySet[Decision]:
    """Return the earlier decisions about a person."""
    if user is None:
        return Decision.objects.none()
    return Decision.objects.filter(subject=user)
