"""Reading tables and matches for pages; nothing here writes."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from games.matches import store
from games.matches.access import Access
from games.matches.models import Match
from games.matches.presenters import position_context
from games.registry import rules_for


def open_tables(user: Any) -> QuerySet[Match]:
    """Return the tables that `user` may join: public ones, and those they are invited to."""
    listed = Q(visibility=Match.Visibility.PUBLIC)
    if user.is_authenticated:
        listed |= Q(invitations__user=user) | Q(seats__user=user)
    return _with_seats(Match.objects.filter(listed, status__in=["open", "starting"]).distinct())


def running_matches(user: Any) -> QuerySet[Match]:
    """Return public matches that are being played now, and the user's own."""
    listed = Q(visibility=Match.Visibility.PUBLIC)
    if user.is_authenticated:
        listed |= Q(seats__user=user)
    return _with_seats(Match.objects.filter(listed, status="running").distinct())


def own_matches(user: Any) -> QuerySet[Match]:
    """Return the unfinished tables and matches at which `user` sits."""
    unfinished = ["open", "starting", "running"]
    return _with_seats(Match.objects.filter(seats__user=user, status__in=unfinished))


def _with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.prefetch_related("seats__user").order_by("-created_at")


def table_context(access: Access) -> dict[str, Any]:
    """Return the context of a started match's fragments for one viewer, live."""
    match = access.match
    context = position_context(
        rules=rules_for(match.game),
        seats=access.seats,
        position=store.load_position(match),
        ply=match.ply,
        viewer=access.viewer,
        me=access.seat,
        controls=match.status == Match.Status.RUNNING,
    )
    return {**context, "match": match}


def open_table_context(access: Access) -> dict[str, Any]:
    """Return the context of a table's fragments before the first deal."""
    match, me = access.match, access.seat
    user_id = me.user_id if me else None
    return {
        "match": match,
        "rules": rules_for(match.game),
        "seats": access.seats,
        "me": me,
        "is_owner": match.owner_id is not None and match.owner_id == user_id,
        "free": sum(not seat.is_taken for seat in access.seats),
        "waiting": [seat for seat in access.seats if seat.is_taken and not seat.is_ready],
        "revealed": bool(me and me.contribution),
    }
